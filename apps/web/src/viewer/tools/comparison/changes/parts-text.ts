import { changedPart } from '@kamar/comparison'
import type { TFunction } from 'i18next'

/** Describes in words which parts of an element changed. */
export function partsText(parts: number, t: TFunction): string {
  const names = (Object.keys(changedPart) as (keyof typeof changedPart)[]).filter(
    (name) => (parts & changedPart[name]) !== 0,
  )
  return names.map((name) => t(`compare.${name}`)).join(', ')
}
