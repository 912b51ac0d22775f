import type { ModelTree } from '@kamar/package-format/read'
import type { SheetView, Viewer } from '@kamar/viewer'

/**
 * Links a sheet with the model: a selection in one is applied to the other where an element's own identity is the
 * handle of an entity, and a click on the sheet moves the model's camera over that location. Returns a function that
 * unlinks them.
 */
export function linkSheet(main: Viewer, tree: ModelTree | null, sheet: SheetView): () => void {
  const findId = (selected: readonly number[]): string => {
    const element = selected.at(-1)
    return element === undefined || !tree ? '' : tree.sourceId(element)
  }
  // A selection from the sheet is not sent back to it, as that would move its view.
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
        const element = tree?.findByIds([handle]).at(-1)
        // Several elements may have one identity, and several may be selected: a selection from the model stays
        // unchanged.
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

/** Moves the camera over a point; its height and direction are unchanged. */
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
