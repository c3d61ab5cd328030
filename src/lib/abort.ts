/** Why a signal aborted, as an error. */
export function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error
    ? signal.reason
    : new Error('aborted', { cause: signal.reason })
}
