/** What `init` writes: every key, those that are not needed commented out with their defaults. */
export const INIT_TEMPLATE = `# What kafka-duel compares; start it with: kafka-duel run
# What it would do and for how long: kafka-duel run --dry-run

# The two sides, each one of kafka: VERSION (from Maven), dir: PATH (an unpacked distribution) or,
# as it was downloaded, archive: PATH. Change one thing only, or the report says "confounded".
baseline: { kafka: 4.3.1 }
candidate: { kafka: 4.4.0 }

# These four stand here for both sides, or under one side.
# Java: a feature version that is looked up on this machine, or the path of a Java home.
java: 17
# jvm-flags: [-XX:+UseZGC]
# tls: { protocol: TLSv1.3, cipher: TLS_AES_256_GCM_SHA384 }
# broker-config: { num.io.threads: 4 }

# What is measured.
workloads: [produce, consume]
listeners: [tls, plaintext]

# How many rounds: quick (at most 10), mid (16), standard (24), nightly (36).
plan: quick
# In place of plan: looks of your own, or a number of rounds with a single look at the end.
# looks: [8, 16, 24]
# rounds: 12
# Error of each bound of an interval: 0.05, 0.025 or 0.01.
# alpha: 0.05
# The loss of throughput that is tolerated.
margin: 5%
# A limit for the whole run.
# budget: 15m
# The seed decides the order of everything; drawn at random and reported when it is not given.
# seed: 1
# Outcomes that make the exit code non-zero: a list, or none.
fail-on: [regression, inconclusive, invalid]

# The load.
# driver: replay
# record-size: 100
# records-per-batch: 600
# acks: all
# connections: 2
# in-flight: 2
# fetch-size: 2m

# The schedule of a round.
# layout: duel
# slice: 100ms
# blocks: 40
# warm-up: 10s

# The brokers of a side.
# brokers: 1
# inter-broker: plaintext
# heap: 1g
# log-dirs: auto
# pin: auto
`
