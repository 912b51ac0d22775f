import type { SheetEntityInfo } from '@kamar/viewer'

/** Returns the display name of an entity: its own, or its type, and its layer. */
export const nameEntity = ({ layer, name, type }: Pick<SheetEntityInfo, 'layer' | 'name' | 'type'>): string =>
  [name || type, layer].filter(Boolean).join(' · ')
