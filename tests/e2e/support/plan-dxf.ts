/** Differences between the versions of the plan. */
export interface PlanVersion {
  /** Whether there is a wall across the room, x from 1000 to 5000. */
  readonly oldWall: boolean
  readonly newWall: boolean
  /** Position of the column. */
  readonly columnX: number
  readonly roomName: string
  /** Revision in the title block. */
  readonly revision: string
}

const pair = (code: number, value: string | number): string => `${code}\n${value}\n`
const point = (code: number, x: number, y: number): string => pair(code, x) + pair(code + 10, y) + pair(code + 20, 0)

/** Returns our own DXF of a room of 6 by 4 m in millimetres with a title block. */
export function planDxf({ oldWall, newWall, columnX, roomName, revision }: PlanVersion): Buffer {
  const entity = (name: string, handle: string, layer: string, rest: string): string =>
    pair(0, name) + pair(5, handle) + pair(8, layer) + rest
  const line = (handle: string, [ax, ay, bx, by]: readonly [number, number, number, number]): string =>
    entity('LINE', handle, 'Walls', point(10, ax, ay) + point(11, bx, by))
  const layer = (name: string, color: number): string =>
    pair(0, 'LAYER') + pair(2, name) + pair(70, 0) + pair(62, color) + pair(6, 'CONTINUOUS')
  const text = (x: number, y: number, height: number, value: string): string =>
    point(10, x, y) + pair(40, height) + pair(1, value)
  return Buffer.from(
    [
      pair(0, 'SECTION') + pair(2, 'HEADER'),
      pair(9, '$ACADVER') + pair(1, 'AC1015') + pair(9, '$INSUNITS') + pair(70, 4),
      pair(0, 'ENDSEC'),
      pair(0, 'SECTION') + pair(2, 'TABLES') + pair(0, 'TABLE') + pair(2, 'LAYER') + pair(70, 3),
      layer('Walls', 7) + layer('Columns', 1) + layer('Texts', 5),
      pair(0, 'ENDTAB') + pair(0, 'ENDSEC'),
      pair(0, 'SECTION') + pair(2, 'ENTITIES'),
      line('101', [0, 0, 6000, 0]) + line('102', [6000, 0, 6000, 4000]),
      line('103', [6000, 4000, 0, 4000]) + line('104', [0, 4000, 0, 0]),
      oldWall ? line('105', [1000, 1000, 5000, 1000]) : '',
      entity('CIRCLE', '106', 'Columns', point(10, columnX, 2000) + pair(40, 200)),
      entity('TEXT', '107', 'Texts', text(400, 3300, 350, roomName)),
      newWall ? line('108', [1000, 3000, 5000, 3000]) : '',
      entity('TEXT', '10A', 'Texts', text(3600, 200, 200, `Revision ${revision}`)),
      pair(0, 'ENDSEC') + pair(0, 'EOF'),
    ].join(''),
  )
}
