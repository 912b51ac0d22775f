/** Values grouped by their owners. */
export interface GroupedValues {
  /** `ownerCount + 1` numbers: the values of an owner are `values[start[owner]]` up to the next start. */
  readonly start: Uint32Array
  readonly values: Uint32Array
}

/** Groups values by their owners, numbered from 0; the values of each stay in their order. */
export function groupValues(owners: Uint32Array, values: Uint32Array, ownerCount: number): GroupedValues {
  const start = new Uint32Array(ownerCount + 1)
  for (const owner of owners) start[owner + 1]++
  for (let owner = 0; owner < ownerCount; owner++) start[owner + 1] += start[owner]
  const next = start.slice()
  const grouped = new Uint32Array(owners.length)
  for (let index = 0; index < owners.length; index++) grouped[next[owners[index]]++] = values[index]
  return { start, values: grouped }
}
