/** Messages of an extension by language: `{ en: { title: 'Summary' }, hy: { … } }`. */
export type Messages = Readonly<Record<string, Readonly<Record<string, string>>>>

const fallbackLanguage = 'en'

/** Messages of extensions, in the language of the page. */
export class Localization {
  readonly #messages = new Map<string, Map<string, string>>()
  readonly #changed: (language: string) => void
  #language: string

  constructor(language: string, changed: (language: string) => void) {
    this.#language = language
    this.#changed = changed
  }

  get language(): string {
    return this.#language
  }
  /** Sets the language of the page. */
  setLanguage(language: string): void {
    if (language === this.#language) return
    this.#language = language
    this.#changed(language)
  }

  /** Adds messages; replaces existing keys. */
  extend(messages: Messages): void {
    for (const [language, entries] of Object.entries(messages)) {
      const catalog = this.#messages.get(language) ?? new Map<string, string>()
      for (const [key, text] of Object.entries(entries)) catalog.set(key, text)
      this.#messages.set(language, catalog)
    }
  }

  /**
   * Returns the message of a key in the page's language, otherwise in English, otherwise the key; `{{name}}` becomes
   * `values.name`.
   */
  translate(key: string, values: Readonly<Record<string, string | number>> = {}): string {
    const text = this.#messages.get(this.#language)?.get(key) ?? this.#messages.get(fallbackLanguage)?.get(key) ?? key
    return text.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
  }
}
