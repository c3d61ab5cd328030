import type { NegotiatedTls } from '../../model/round.ts'
import type { Endpoint } from '../../wire/endpoint.ts'
import { setCorrelationId } from '../../wire/frame.ts'
import { openSocket } from '../../wire/socket.ts'
import type { Load, Slot } from './load.ts'
import type { LoadResponse } from './response.ts'

/** What a lane reports of each answered request. */
interface Answered {
  readonly records: number
  /** request and response */
  readonly bytes: number
  readonly latencyMs: number
}

interface LaneEvents {
  onAnswered(answered: Answered): void
  /** @returns whether to send once more */
  shouldSend(): boolean
  onIdle(): void
  /** an error code of the broker (not 0), or null for a broken connection */
  onFailure(reason: string, errorCode: number | null): void
}

/** One connection with its slots; the broker answers in the order of sending. */
export interface Lane {
  readonly tls: NegotiatedTls | null
  /** Sends from every slot; answered slots send again while `shouldSend`. */
  start(events: LaneEvents): void
  close(): void
}

interface Flight {
  readonly slot: Slot
  correlationId: number
  sentAt: number
}

export async function openLane(endpoint: Endpoint, load: Load, timeoutMs: number): Promise<Lane> {
  let events: LaneEvents | null = null
  let correlationId = 0
  let isClosed = false
  const flights: Flight[] = []
  let oldest = 0
  let inFlight = 0

  const send = (flight: Flight): void => {
    correlationId = (correlationId + 1) & 0x7fffffff
    flight.correlationId = correlationId
    setCorrelationId(flight.slot.frame, correlationId)
    flight.sentAt = performance.now()
    inFlight += 1
    opened.socket.write(flight.slot.frame)
  }
  const onResponse = (response: LoadResponse): void => {
    const flight = flights[oldest]
    if (events === null || flight === undefined || inFlight === 0) return
    if (response.correlationId !== flight.correlationId) {
      events.onFailure(`answer ${response.correlationId} came out of order`, null)
      return
    }
    if (response.errorCode !== 0) {
      events.onFailure('the broker refused a request', response.errorCode)
      return
    }
    oldest = (oldest + 1) % flights.length
    inFlight -= 1
    events.onAnswered({
      records: flight.slot.records + response.records,
      bytes: flight.slot.frame.length + response.bytes,
      latencyMs: performance.now() - flight.sentAt,
    })
    flight.slot.advance(response)
    if (events.shouldSend()) send(flight)
    else if (inFlight === 0) events.onIdle()
  }
  const reader = load.createReader(onResponse)
  const opened = await openSocket(endpoint, {
    timeoutMs,
    onData: (buffer, length) => {
      reader.read(buffer, length)
    },
  })
  const onBroken = (reason: string): void => {
    if (!isClosed) events?.onFailure(reason, null)
  }
  opened.socket.on('error', (error) => {
    onBroken(error.message)
  })
  opened.socket.on('close', () => {
    onBroken('the broker closed the connection')
  })
  flights.push(...load.slots.map((slot) => ({ slot, correlationId: 0, sentAt: 0 })))

  return {
    tls: opened.tls,
    start: (next) => {
      events = next
      if (opened.socket.destroyed) {
        onBroken('the broker closed the connection')
        return
      }
      // keep the order of answers: the slot that waited longest goes first
      for (let index = 0; index < flights.length; index += 1) {
        const flight = flights[(oldest + index) % flights.length]
        if (flight !== undefined) send(flight)
      }
    },
    close: () => {
      isClosed = true
      opened.socket.destroy()
    },
  }
}
