/** A properties file in order. */
export type Properties = Readonly<Record<string, string>>

/**
 * Renders what `java.util.Properties.load` reads: ISO 8859-1, so everything beyond ASCII is escaped.
 */
export function renderProperties(properties: Properties): string {
  return Object.entries(properties)
    .map(([key, value]) => `${escapeText(key, /[ \\:=#!]/g)}=${escapeText(value, /^ |\\/g)}\n`)
    .join('')
}

function escapeText(text: string, special: RegExp): string {
  return text
    .replace(special, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\r', String.raw`\r`)
    .replaceAll('\t', String.raw`\t`)
    .replace(
      /[^\x20-\x7e]/g,
      (letter) => String.raw`\u` + letter.charCodeAt(0).toString(16).padStart(4, '0'),
    )
}
