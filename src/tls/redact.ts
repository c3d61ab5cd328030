const MASK = '[hidden]'

/** Replaces every occurrence of the secrets; empty ones are ignored. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .reduce((shown, secret) => shown.replaceAll(secret, MASK), text)
}
