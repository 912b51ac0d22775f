import type { Measurement, MeasureExtension } from '@kamar/viewer'
import type { TFunction } from 'i18next'

/** Formats the numbers of a measurement with their names; a distance of 0 between elements says that they touch. */
export function formatValues(
  engine: MeasureExtension,
  measurement: Measurement,
  t: TFunction,
): { readonly name: string; readonly text: string }[] {
  return engine.computeValues(measurement).map((value) => {
    const text = engine.formatValue(value)
    const isTouching = measurement.kind === 'clearance' && value.name === 'length' && value.value === 0
    return {
      name: t(`measure.value.${value.name}`),
      text: isTouching ? `${text} · ${t('measure.touching')}` : text,
    }
  })
}
