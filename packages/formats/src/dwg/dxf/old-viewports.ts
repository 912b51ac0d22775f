import type { DxfGroup, DxfRecord } from './groups.js'

/** Values of a viewport's view after its layout number, in order: integers and points as in the extended data. */
const viewCodes: readonly (readonly [stated: number, written: readonly number[]])[] = [
  [1010, [17, 27, 37]],
  [1010, [16, 26, 36]],
  [1040, [51]],
  [1040, [45]],
  [1040, [12]],
  [1040, [22]],
  [1040, [42]],
  [1040, [43]],
  [1040, [44]],
  [1070, [90]],
]

/**
 * Converts a viewport of release 11 and 12, whose view is in extended data (MVIEW), to the groups of later releases:
 * target, direction, twist in degrees, height and centre of the view, and the handles of layers frozen in it.
 */
export function mviewGroups(groups: DxfRecord, layerHandle: (name: string) => string | undefined): DxfRecord {
  const start = groups.findIndex(({ code, value }) => code === 1000 && value.trim() === 'MVIEW')
  if (start < 0) return groups
  const data = groups.slice(start + 1)
  const viewGroups: DxfGroup[] = []
  // Skips an opening bracket and the layout number.
  let next = data.findIndex(({ code }) => code === 1070) + 1
  for (const [extendedCode, codes] of viewCodes) {
    if (data[next]?.code !== extendedCode) break
    for (const [axis, code] of codes.entries()) {
      const group = data[next + (extendedCode === 1010 ? axis : 0)]
      if (group && group.code === extendedCode + 10 * axis) viewGroups.push({ code, value: group.value })
    }
    next += extendedCode === 1010 ? 3 : 1
  }
  for (const { code, value } of data) {
    const handle = code === 1003 ? layerHandle(value.trim()) : undefined
    if (handle) viewGroups.push({ code: 331, value: handle })
  }
  return [...groups.slice(0, start).filter(({ code }) => code < 1000), ...viewGroups]
}
