import type { SheetLetter, SheetLetters } from '@kamar/scene'

/** Letters of a font, each worked out once: what draws texts tells equal letters by their object. */
export abstract class RememberedLetters implements SheetLetters {
  abstract readonly name: string
  abstract readonly kind: SheetLetters['kind']
  readonly #letters = new Map<string, SheetLetter | null>()

  letter(character: string): SheetLetter | null {
    let letter = this.#letters.get(character)
    if (letter === undefined) {
      letter = this.find(character)
      this.#letters.set(character, letter)
    }
    return letter
  }

  /** Null for a character that the font does not have. */
  protected abstract find(character: string): SheetLetter | null
}
