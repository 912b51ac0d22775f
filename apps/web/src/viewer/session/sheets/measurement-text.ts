import type { SheetMeasurement } from '@kamar/viewer'
import i18next from 'i18next'
import { numberFormat } from '../../../platform/format/number.js'
import { currentLanguage } from '../../../platform/i18n/index.js'

const millimetresPerMetre = 1000

/** Formats a measured length or area for the sheet: metres of the model, or millimetres of the paper. */
export function measurementText({ kind, value, ofModel }: SheetMeasurement): string {
  const format = (number: number, unit: string): string =>
    `${numberFormat(currentLanguage(), { maximumFractionDigits: ofModel ? 3 : 1 }).format(number)} ${unit}`
  const power = kind === 'area' ? 2 : 1
  if (ofModel) return format(value / millimetresPerMetre ** power, power === 2 ? 'm²' : 'm')
  return i18next.t('sheets.onPaper', { length: format(value, power === 2 ? 'mm²' : 'mm') })
}
