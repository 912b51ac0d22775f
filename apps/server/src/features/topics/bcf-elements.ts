import type { BcfComponent, BcfVisibility, BcfViewpoint } from '@kamar/bcf'
import { ViewpointForm } from '@kamar/contracts'
import type { ElementReference, ViewState } from './viewpoint-rows.js'

const originatingSystem = 'Kamar'
const usualAspectRatio = 16 / 9

/** A viewpoint as BCF says it, without its guid and picture. */
export function bcfViewOf(state: ViewState): Omit<BcfViewpoint, 'guid' | 'snapshot'> {
  const componentOf = (id: string): BcfComponent => state.references?.[id] ?? componentOfId(id)
  const { camera, colouring, sections, selection, shown, visibility } = state
  return {
    camera,
    clippingPlanes: sections,
    visibility: {
      defaultVisible: visibility.defaultVisible,
      exceptions: visibility.exceptions.map(componentOf),
      spaces: shown?.spaces ?? false,
      spaceBoundaries: shown?.spaceBoundaries ?? false,
      openings: shown?.openings ?? false,
    },
    selection: selection.map(componentOf),
    colouring: colouring
      .filter(({ elements }) => elements.length > 0)
      .map(({ colour, elements }) => ({ colour: bcfColourOf(colour), components: elements.map(componentOf) })),
  }
}

/** A viewpoint of an archive as it is kept; null when it is more than a viewpoint may be. */
export function viewStateOf(viewpoint: BcfViewpoint): ViewState | null {
  const references: Record<string, ElementReference> = {}
  const idsOf = (components: readonly BcfComponent[]): string[] =>
    components.flatMap((component) => {
      const id = component.ifcGuid ?? component.authoringToolId
      if (id === undefined) return []
      if (component.ifcGuid === undefined || Object.keys(component).length > 1) references[id] = component
      return [id]
    })
  const { camera, clippingPlanes, colouring, selection, visibility } = viewpoint
  const form = ViewpointForm.safeParse({
    camera: camera && { ...camera, aspectRatio: camera.aspectRatio ?? usualAspectRatio },
    sections: clippingPlanes,
    visibility: { defaultVisible: visibility.defaultVisible, exceptions: idsOf(visibility.exceptions) },
    selection: idsOf(selection),
    colouring: colouring.map(({ colour, components }) => ({ colour: colourOf(colour), elements: idsOf(components) })),
    shown: shownOf(visibility),
  })
  if (!form.success) return null
  const { fileVersion: _, markup: __, name: ___, ...state } = form.data
  return Object.keys(references).length > 0 ? { ...state, references } : state
}

function shownOf({ openings, spaceBoundaries, spaces }: BcfVisibility) {
  return { spaces, spaceBoundaries, openings }
}

/** A GlobalId of IFC is one by its letters; everything else is an id of the program that made the file. */
function componentOfId(reference: string): BcfComponent {
  // Where several models were open, views name the model before the element.
  const id = reference.replace(/^@[^@]+@/, '')
  return /^[0-9A-Za-z_$]{22}$/.test(id) ? { ifcGuid: id } : { originatingSystem, authoringToolId: id }
}

/** `#rrggbbaa` → `AARRGGBB`. */
function bcfColourOf(colour: string): string {
  const digits = colour.slice(1).toUpperCase()
  return digits.slice(6) + digits.slice(0, 6)
}

/** `AARRGGBB` → `#rrggbbaa`. */
function colourOf(digits: string): string {
  const lower = digits.toLowerCase()
  return `#${lower.length === 8 ? lower.slice(2) + lower.slice(0, 2) : lower}`
}
