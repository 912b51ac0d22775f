import { ExchangeFile } from '@kamar/codecs/part21'

/** Attribute numbers of every IfcObject. */
export const objectAttribute = { globalId: 0, name: 2, description: 3, objectType: 4, placement: 5, shape: 6 } as const

/** An opened IFC file. */
export class IfcFile extends ExchangeFile {
  /** Returns the rows a list attribute refers to. */
  rowsAt(row: number, attribute: number): number[] {
    return this.at(row, attribute).rows()
  }

  /** Returns a numeric attribute, or null. */
  numberAt(row: number, attribute: number): number | null {
    return this.at(row, attribute).number()
  }
}
