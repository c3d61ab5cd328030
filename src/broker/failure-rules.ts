import type { FailureRule } from './failure-rule.ts'
import { TLS_FAILURE_RULES } from './tls-failure-rules.ts'

/** Class files of Java N have version N + 44. */
const CLASS_FILE_OFFSET = 44
const GET_SUBJECT_HINT =
  'on Java 23 add the JVM flag -Djava.security.manager=allow; from Java 24 on take a Kafka release with KAFKA-17078'

const ADVERTISED_HINT = 'set advertised.listeners to a name or address of this machine'

/** Most specific first: the first rule that matches names the failure. */
export const FAILURE_RULES: readonly FailureRule[] = [
  {
    class: 'JAVA_TOO_OLD',
    pattern:
      /class file version (?<needed>\d+)\.\d+\)[^\n]*up to (?<known>\d+)\.\d+|Unsupported major\.minor version (?<old>\d+)\.\d+/g,
    explain: ({ groups, javaBuild }) => ({
      message: `it needs Java ${Number(groups['needed'] ?? groups['old']) - CLASS_FILE_OFFSET}, found Java ${
        groups['known'] === undefined ? javaBuild : Number(groups['known']) - CLASS_FILE_OFFSET
      }`,
      hint: 'choose a newer Java for this side',
    }),
  },
  {
    class: 'JDK_CGROUP_BUG',
    pattern: /CgroupInfo\.getMountPoint\(\)|at [^\n]*CgroupV2Subsystem\.getInstance/g,
    explain: ({ javaBuild }) => ({
      message: `Java ${javaBuild} fails on the control groups of this kernel`,
      hint: 'take a newer build of this Java, or add the JVM flag -XX:-UseContainerSupport to both sides',
    }),
  },
  {
    class: 'JVM_OPTION',
    pattern:
      /(?:VM|-Xlog) option '(?<option>[^']+)'|Unrecognized option: (?<unknown>\S+)|(?<conflict>(?:Multiple|Conflicting) (?:garbage )?collector[^\n]*)/g,
    explain: ({ groups, javaBuild }) => {
      const option = groups['option'] ?? groups['unknown']
      return {
        message:
          option === undefined
            ? `Java ${javaBuild} refuses its flags: ${groups['conflict'] ?? ''}`
            : `Java ${javaBuild} refuses the option ${option}`,
        hint: 'remove the option from the JVM flags, or unlock it with -XX:+UnlockDiagnosticVMOptions before it',
      }
    },
  },
  {
    class: 'NO_MEMORY',
    pattern:
      /failed to map (?<bytes>\d+) bytes|insufficient memory for the Java Runtime|os::commit_memory\(\w+, (?<wanted>\d+)|Could not reserve enough space|java\.lang\.OutOfMemoryError/g,
    explain: ({ groups }) => {
      const bytes = groups['bytes'] ?? groups['wanted']
      const wanted = bytes === undefined ? '' : `: ${bytes} bytes wanted`
      return {
        message: `the machine has not enough memory for the JVM${wanted}`,
        hint: 'lower the heap, or take a machine with more memory',
      }
    },
  },
  {
    class: 'DISK_FULL',
    pattern: /No space left on device|Disk quota exceeded/g,
    explain: () => ({
      message: 'the disk is full',
      hint: 'free some space, or keep the log directories elsewhere',
    }),
  },
  {
    class: 'PORT_IN_USE',
    pattern:
      /failed to bind to (?<address>\S+?): Address already in use|BindException: Address already in use/g,
    explain: ({ groups }) => ({
      message: `the port${groups['address'] === undefined ? '' : ` of ${groups['address']}`} is taken by another process`,
      hint: null,
    }),
  },
  {
    class: 'DATA_DIR_DIRTY',
    pattern:
      /Inconsistent(?:ClusterId|BrokerId|BrokerMetadata)Exception|doesn't match stored (?:clusterId|brokerId)|is already formatted|Invalid cluster\.id in: |Failed to acquire lock on file \.lock/g,
    explain: () => ({
      message: 'the data directory was used by another cluster before',
      hint: 'name an empty log.dirs, or leave it out: kafka-duel makes a fresh one',
    }),
  },
  {
    class: 'ZK_STALE_NODE',
    pattern:
      /ephemeral at (?<path>\/\S+?), node already exists|already registered on the path (?<registered>\/[\w/]+)|KeeperErrorCode = NodeExists/g,
    explain: ({ groups }) => ({
      message: `ZooKeeper still holds ${groups['path'] ?? groups['registered'] ?? 'the node'} of an earlier session`,
      hint: null,
    }),
  },
  {
    class: 'JAVA_TOO_NEW',
    pattern:
      /(?<subject>getSubject is (?:not )?supported)|(?<jaxb>NoClassDefFoundError: javax\/xml\/bind\S*)|(?<zookeeper>Unable to canonicalize address)/g,
    explain: ({ groups, javaBuild }) => {
      if (groups['subject'] !== undefined) {
        return {
          message: `its SASL code needs a security manager, which Java ${javaBuild} no longer has`,
          hint: GET_SUBJECT_HINT,
        }
      }
      return groups['jaxb'] !== undefined
        ? {
            message: `it needs javax.xml.bind, which Java ${javaBuild} no longer has`,
            hint: 'add jaxb-api 2.3.1 to its libraries, or choose Java 8',
          }
        : {
            message: `its ZooKeeper client cannot resolve addresses on Java ${javaBuild} (ZOOKEEPER-3779)`,
            hint: 'replace its zookeeper library by 3.4.10, or choose Java 8 or 11',
          }
    },
  },
  {
    class: 'ADVERTISED_LISTENER',
    pattern:
      /(?:matching IP address |Failed authentication with \/|nonroutable meta-address )(?<any>0\.0\.0\.0|::|0:0:0:0:0:0:0:0)(?![\d:]|\.\d)/g,
    explain: ({ groups }) => ({
      message: `the broker advertises ${groups['any'] ?? ''}, an address that nobody can reach`,
      hint: ADVERTISED_HINT,
    }),
  },
  {
    class: 'ADVERTISED_LISTENER',
    pattern:
      /Error connecting to node (?<address>(?<host>\S+):\d+)[^\n]*\n[\w.]*UnknownHostException/g,
    explain: ({ groups }) => ({
      message: `the broker advertises ${groups['address'] ?? ''}, and the name ${groups['host'] ?? ''} does not resolve here`,
      hint: ADVERTISED_HINT,
    }),
  },
  {
    class: 'ADVERTISED_LISTENER',
    pattern: /getaddrinfo (?:ENOTFOUND|EAI_AGAIN) (?<host>[^\s"]+)/g,
    explain: ({ groups, log }) => {
      const host = groups['host'] ?? ''
      const address = /"broker":"(?<address>[^"]+)"/.exec(log)?.groups?.['address'] ?? host
      return {
        message: `the broker advertises ${address}, and the name ${host} does not resolve here`,
        hint: ADVERTISED_HINT,
      }
    },
  },
  ...TLS_FAILURE_RULES,
  {
    class: 'NO_LEADER',
    pattern:
      /There is no leader for this topic-partition|LEADER_NOT_AVAILABLE|LeaderNotAvailableException/g,
    explain: () => ({ message: 'a partition got no leader', hint: null }),
  },
  {
    class: 'BROKER_START',
    pattern: /(?:ConfigException|IllegalArgumentException: requirement failed): (?<config>[^\n]+)/g,
    explain: ({ groups }) => ({
      message: `its configuration is refused: ${groups['config'] ?? ''}`,
      hint: 'correct the lines under broker-config',
    }),
  },
  {
    class: 'BROKER_START',
    pattern:
      /(?:Fatal error during [\w ]*startup|Exiting Kafka due to fatal exception|Unexpected exception, exiting abnormally|Encountered fatal fault)[^\n]*(?:\n(?<exception>[\w.$]+(?:Exception|Error)\b[^\n]*))?/g,
    explain: ({ groups }) => ({
      message: `it reports a fatal error while starting${groups['exception'] === undefined ? '' : ` (${groups['exception']})`}`,
      hint: null,
    }),
  },
]
