import type { CutPlane, NavigationExtension, SectionExtension, Viewer } from '@kamar/viewer'
import type { Drawing } from '../../session/sheets/use-drawing.js'

/** Height of a storey plan's cut above its floor, metres: through windows and doors, as on the screen. */
const cutHeight = 1.2
/** Section plane of a plan on the screen, which is offered as a storey. */
const planPlaneId = 'storey-plan'

/** A page that can be printed. */
export type PrintItem =
  | { readonly kind: 'sheet'; readonly key: string; readonly name: string; readonly number: number }
  | {
      readonly kind: 'storey'
      readonly key: string
      readonly name: string
      readonly storey: number
      /** Height of the cut, metres in model coordinates. */
      readonly height: number
    }
  | {
      readonly kind: 'section'
      readonly key: string
      /** Position among the planes of the view, from 1. */
      readonly ordinal: number
      readonly plane: CutPlane
      readonly others: readonly CutPlane[]
    }

/** Printable pages and the one that the view shows. */
export interface PrintList {
  readonly items: readonly PrintItem[]
  readonly currentKey: string | null
}

/** Lists the sheets of a drawing. */
export function listSheetItems({ sheets, number }: Pick<Drawing, 'sheets' | 'number'>): PrintList {
  const items = sheets.map(({ name }, at): PrintItem => ({ kind: 'sheet', key: `sheet-${at}`, name, number: at }))
  return { items, currentKey: items[number]?.key ?? null }
}

/** Lists the storeys of a model, the highest first, and its section planes. */
export async function listModelItems(viewer: Viewer): Promise<PrintList> {
  const navigation = (await viewer.loadExtension('kamar.navigation')) as NavigationExtension
  const storeys = (await navigation.storeys()).toReversed()
  const storeyItems = storeys.map(({ element, name, floor }): PrintItem => ({
    kind: 'storey',
    key: `storey-${element}`,
    name,
    storey: element,
    height: floor + cutHeight,
  }))
  const sections = listSections(viewer)
  const plan = navigation.planStorey
  // The lowest storey with a door, below which there are only foundations.
  const doorStorey = storeys.findLastIndex(({ hasDoor }) => hasDoor)
  const current =
    plan === null
      ? (sections[0] ?? storeyItems[doorStorey] ?? storeyItems.at(-1))
      : storeyItems.find(({ key }) => key === `storey-${plan}`)
  return { items: [...storeyItems, ...sections], currentKey: current?.key ?? null }
}

/** The planes of the view are those of the section tool, in its order, then the sides of its box. */
function listSections(viewer: Viewer): PrintItem[] {
  const sections = viewer.getExtension('kamar.section') as SectionExtension | null
  const enabled = sections?.state.planes.filter((plane) => plane.enabled) ?? []
  const cuts = viewer.cut.planes
  return enabled.flatMap(({ id }, at): PrintItem[] => {
    const plane = cuts[at]
    if (id === planPlaneId || plane === undefined) return []
    const others = cuts.filter((_, other) => other !== at)
    return [{ kind: 'section', key: `section-${id}`, ordinal: at + 1, plane, others }]
  })
}
