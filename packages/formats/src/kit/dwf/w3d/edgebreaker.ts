/**
 * Steps of a connectivity: a new vertex, the vertex to the left, the end of a loop, the vertex to the right, a split.
 */
const step = { create: 0, left: 1, end: 2, right: 3, split: 4 } as const
const headerBytes = 24
const tableFlag = { lengths: 0x01, offsets: 0x02, dummies: 0x08, patches: 0x10 } as const
const knownScheme = 2
/** Maximum number of loop steps per triangle: real meshes take some dozen. */
const maxStepsPerTriangle = 400
const minStepLimit = 1_000_000

/** Triangles of a compressed mesh; its points follow the block. */
export interface Connectivity {
  readonly triangles: Uint32Array
  readonly pointCount: number
}

/**
 * Decodes connectivity after Rossignac's Edgebreaker (1999): each step states how the triangle at the gate joins the
 * open loop. A component begins with its border loop, whose length follows from its steps. Null when the block holds
 * other data.
 */
export function decodeEdgebreaker(block: Uint8Array): Connectivity | null {
  if (block.length < headerBytes) return null
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength)
  const [stepBytes, tableBytes] = [view.getInt32(4, true), view.getInt32(8, true)]
  const pointCount = view.getInt32(16, true)
  const tableStart = headerBytes + Math.ceil(stepBytes / 4) * 4
  const isSupported = block[0] === knownScheme && block[2] === 0 && stepBytes >= 0 && tableBytes >= 0 && pointCount >= 0
  if (!isSupported || tableStart + tableBytes > block.length) return null
  const steps = block.subarray(headerBytes, headerBytes + stepBytes)
  const table = readTable(view, tableStart, tableBytes)
  const plan = planLoops(steps)
  if (!table || !plan) return null
  const joined = joinTriangles(steps, plan)
  return joined && cleaned(joined, table, pointCount)
}

/** Dummy vertices that only close holes, and vertices that share the points of others. */
interface CornerTable {
  readonly dummies: ReadonlySet<number>
  readonly patches: ReadonlyMap<number, number>
}

function readTable(view: DataView, start: number, bytes: number): CornerTable | null {
  const numbers = Array.from({ length: Math.floor(bytes / 4) }, (_, at) => view.getInt32(start + 4 * at, true))
  const [flags = 0] = numbers
  if ((flags & (tableFlag.lengths | tableFlag.offsets)) !== 0) return null
  let at = 1
  const dummyCount = (flags & tableFlag.dummies) !== 0 ? numbers[at++] : 0
  const patchCount = (flags & tableFlag.patches) !== 0 ? numbers[at++] : 0
  if (!(dummyCount >= 0 && patchCount >= 0 && at + dummyCount + patchCount <= numbers.length)) return null
  const dummies = new Set<number>()
  let corner = 0
  for (const difference of numbers.slice(at, at + dummyCount)) dummies.add((corner += difference))
  const patches = new Map<number, number>()
  corner = 0
  for (let pair = at + dummyCount; pair + 1 < at + dummyCount + patchCount; pair += 2)
    patches.set((corner += numbers[pair]), numbers[pair + 1])
  return { dummies, patches }
}

/** Lengths of the initial loops of components, and the reach of splits. */
interface LoopPlan {
  readonly borders: readonly number[]
  /** By step number. */
  readonly splitOffsets: Int32Array
  readonly corners: number
}

/** Plans the loops: read backwards, every step gives the previous length of the loop. */
function planLoops(steps: Uint8Array): LoopPlan | null {
  const open: number[] = []
  const splitOffsets = new Int32Array(steps.length)
  let corners = 0
  for (let at = steps.length - 1; at >= 0; at--) {
    const kind = steps[at]
    const top = open.length - 1
    if (kind === step.end) open.push(3)
    else if (kind > step.split || top < 0) return null
    else if (kind === step.split) {
      if (top < 1) return null
      const [right, left] = [open.pop() ?? 0, open.pop() ?? 0]
      splitOffsets[at] = right - 1
      open.push(left + right - 1)
    } else open[top] += kind === step.create ? -1 : 1
    if (kind === step.create) corners++
  }
  open.reverse()
  for (const border of open) {
    if (border < 2) return null
    corners += border
  }
  // Every border vertex is reached by a separate step.
  return corners > 4 * steps.length + 4 ? null : { borders: open, splitOffsets, corners }
}

interface JoinedTriangles {
  readonly triangles: Uint32Array
  readonly corners: number
}

/** The open loops: each slot is the vertex where an edge begins. */
class Loops {
  readonly corner: number[] = []
  readonly next: number[] = []
  readonly before: number[] = []

  add(corner: number): number {
    this.next.push(-1)
    this.before.push(-1)
    return this.corner.push(corner) - 1
  }

  link(first: number, second: number): void {
    this.next[first] = second
    this.before[second] = first
  }
}

function joinTriangles(steps: Uint8Array, { borders, splitOffsets, corners }: LoopPlan): JoinedTriangles | null {
  const loops = new Loops()
  const triangles = new Uint32Array(3 * steps.length)
  const waiting: number[] = []
  let createdCount = 0
  let walked = maxStepsPerTriangle * steps.length + minStepLimit
  let component = 0
  let gate = -1
  for (let number = 0; number < steps.length; number++) {
    if (gate < 0) {
      gate = addBorder(loops, createdCount, borders[component])
      createdCount += borders[component++]
    }
    const right = loops.next[gate]
    triangles[3 * number] = loops.corner[gate]
    triangles[3 * number + 1] = loops.corner[right]
    const kind = steps[number]
    let third = right
    if (kind === step.create) {
      third = loops.add(createdCount++)
      loops.link(gate, third)
      loops.link(third, right)
      gate = third
    } else if (kind === step.left) {
      third = loops.before[gate]
      loops.link(third, right)
      gate = third
    } else if (kind === step.right) {
      third = loops.next[right]
      loops.link(gate, third)
    } else if (kind === step.end) {
      third = loops.next[right]
      gate = waiting.pop() ?? -1
    } else {
      walked -= splitOffsets[number]
      if (walked < 0) return null
      for (let left = splitOffsets[number]; left > 0; left--) third = loops.next[third]
      const twin = loops.add(loops.corner[third])
      loops.link(loops.before[third], twin)
      loops.link(twin, right)
      loops.link(gate, third)
      waiting.push(gate)
      gate = twin
    }
    triangles[3 * number + 2] = loops.corner[third]
  }
  return { triangles, corners }
}

function addBorder(loops: Loops, first: number, length: number): number {
  const slots = Array.from({ length }, (_, at) => loops.add(first + at))
  slots.forEach((slot, at) => loops.link(slot, slots[(at + 1) % length]))
  return slots[0]
}

/** Removes triangles at dummies, resolves patches and renumbers the rest in the order of the points. */
function cleaned({ triangles, corners }: JoinedTriangles, table: CornerTable, pointCount: number): Connectivity | null {
  const slots = assignSlots(corners, table, pointCount)
  if (!slots) return null
  const triangleIndices: number[] = []
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [slots[triangles[at]], slots[triangles[at + 1]], slots[triangles[at + 2]]]
    if (a >= 0 && b >= 0 && c >= 0) triangleIndices.push(a, b, c)
  }
  return { triangles: Uint32Array.from(triangleIndices), pointCount }
}

/** Returns the point number of each vertex, -1 for none; null when the number of points does not match. */
function assignSlots(corners: number, { dummies, patches }: CornerTable, pointCount: number): Int32Array | null {
  const slots = new Int32Array(corners).fill(-1)
  let slot = 0
  for (let corner = 0; corner < corners; corner++)
    if (!dummies.has(corner) && !patches.has(corner)) slots[corner] = slot++
  if (slot !== pointCount) return null
  for (const [corner, point] of patches) if (corner in slots && point < pointCount) slots[corner] = point
  return slots
}
