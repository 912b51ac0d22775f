import type { ModelTree } from '@kamar/view-package/read'
import type { SheetView, Viewer } from '@kamar/viewer'

/**
 * A sheet and the model beside it: what is selected in one is selected in the other where an element's own identity is the
 * handle of an entity, and a press on the sheet brings the model's camera over that place. Answers the end.
 */
export function linkSheet(main: Viewer, tree: ModelTree | null, sheet: SheetView): () => void {
  const elements = elementsById(tree)
  const findId = (selected: readonly number[]): string => {
    const element = selected.at(-1)
    return element === undefined || !tree ? '' : tree.sourceId(element)
  }
  // What the sheet said is not told to it again: it would move its picture.
  let isFromSheet = false
  const toSheet = (selected: readonly number[]): void => {
    const id = findId(selected)
    if (id !== '' && !isFromSheet) void sheet.selectHandle(id)
  }
  const stops = [
    main.on('selectionChanged', (event) => toSheet(event.elements)),
    sheet.on('sheetOpened', () => toSheet(main.selection.elements)),
    sheet.on('selectionChanged', ({ pick }) => {
      if (!pick) return
      void sheet.fetchEntityInfo(pick).then(({ handle }) => {
        const element = elements.get(handle)
        // Several elements may have one identity, and several may be selected: what came from the model stays as it is.
        if (element === undefined || handle === findId(main.selection.elements) || sheet.selected !== pick) return
        isFromSheet = true
        main.selection.set([element])
        isFromSheet = false
      })
    }),
    sheet.on('clicked', ({ point }) => moveOver(main, sheet.inModel(point))),
  ]
  return () => stops.forEach((stop) => stop())
}

function elementsById(tree: ModelTree | null): ReadonlyMap<string, number> {
  const elements = new Map<string, number>()
  for (let element = 0; tree && element < tree.count; element += 1) {
    const id = tree.sourceId(element)
    if (id !== '') elements.set(id, element)
  }
  return elements
}

/** The camera keeps its height and direction, and looks at what stands over the place. */
function moveOver({ camera }: Viewer, point: readonly [number, number, number] | null): void {
  if (point === null) return
  const { view } = camera
  const { eye, target } = view
  const [right, back] = [point[0] - target[0], point[1] - target[1]]
  camera.setView({
    ...view,
    eye: [eye[0] + right, eye[1] + back, eye[2]],
    target: [point[0], point[1], target[2]],
  })
}
