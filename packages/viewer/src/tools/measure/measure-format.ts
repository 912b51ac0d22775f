import type { Viewer } from '../../engine/api.js'
import { measurementsCsv, type CsvTexts } from './csv.js'
import { computeValues, isTouching, type MeasuredValue, type Measurement, type WorldReference } from './measurement.js'
import { quantityText, unitFor, type LengthUnit, type NumberStyle } from './units.js'

/** Formats measurements in the chosen unit and language. */
export class MeasureFormat {
  readonly #viewer: Viewer
  #unit: LengthUnit | null = null
  #locale = 'en'
  /** Text of a distance of 0 between elements. */
  touchingText = ''

  constructor(viewer: Viewer) {
    this.#viewer = viewer
  }

  /** Display unit of lengths: the chosen one, or that of the source. */
  get unit(): LengthUnit {
    return this.#unit ?? unitFor(this.#viewer.model?.manifest.unit.metres ?? 1)
  }
  setUnit(unit: LengthUnit | null): void {
    this.#unit = unit
  }
  setLocale(locale: string): void {
    this.#locale = locale
  }
  get style(): NumberStyle {
    return { unit: this.unit, locale: this.#locale }
  }

  computeValues(measurement: Measurement): readonly MeasuredValue[] {
    return computeValues(measurement, this.#world)
  }
  formatValue({ quantity, value }: MeasuredValue): string {
    return quantityText(quantity, value, this.style)
  }
  formatLabel(measurement: Measurement): string {
    const text = this.#formatMain(measurement)
    return measurement.name === '' ? text : `${measurement.name}: ${text}`
  }
  csv(measurements: readonly Measurement[], texts: CsvTexts): string {
    return measurementsCsv(measurements, { world: this.#world, unit: this.unit, texts })
  }

  #formatMain(measurement: Measurement): string {
    const values = this.computeValues(measurement)
    const first = measurement.kind === 'point' ? values.slice(0, 3) : values.slice(0, 1)
    const text = first.map((value) => this.formatValue(value)).join('  ')
    if (isTouching(measurement) && this.touchingText !== '') return `${text} · ${this.touchingText}`
    return measurement.kind === 'radius' ? `R ${text}` : text
  }

  get #world(): WorldReference {
    const manifest = this.#viewer.model?.manifest
    return { origin: manifest?.origin ?? [0, 0, 0], georeference: manifest?.georeference ?? null }
  }
}
