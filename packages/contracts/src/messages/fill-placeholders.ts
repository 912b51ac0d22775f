/** Fills `{{name}}` placeholders; a missing value becomes a question mark instead of the raw placeholder. */
export function fillPlaceholders(text: string, details: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(details[name] ?? '?'))
}
