import type { BcfComponent, BcfVisibility, BcfViewpoint } from '@kamar/bcf'
import { ViewpointForm } from '@kamar/contracts'
import type { ElementReference, ViewState } from '../viewpoint-rows.js'

const originatingSystem = 'Kamar'
const defaultAspectRatio = 16 / 9

/** Converts a viewpoint to BCF, without its guid and snapshot. */
export function toBcfView(state: ViewState): Omit<BcfViewpoint, 'guid' | 'snapshot'> {
  const toComponent = (id: string): BcfComponent => state.references?.[id] ?? componentOfId(id)
  const { camera, colouring, sections, selection, shown: visibleCategories, visibility } = state
  return {
    camera,
    clippingPlanes: sections,
    visibility: {
      defaultVisible: visibility.defaultVisible,
      exceptions: visibility.exceptions.map(toComponent),
      spaces: visibleCategories?.spaces ?? false,
      spaceBoundaries: visibleCategories?.spaceBoundaries ?? false,
      openings: visibleCategories?.openings ?? false,
    },
    selection: selection.map(toComponent),
    colouring: colouring
      .filter(({ elements }) => elements.length > 0)
      .map(({ colour, elements }) => ({ colour: toBcfColor(colour), components: elements.map(toComponent) })),
  }
}

/** Converts a viewpoint of an archive for storage; returns null when it exceeds the limits of a viewpoint. */
export function toViewState(viewpoint: BcfViewpoint): ViewState | null {
  const references: Record<string, ElementReference> = {}
  const toIds = (components: readonly BcfComponent[]): string[] =>
    components.flatMap((component) => {
      const id = component.ifcGuid ?? component.authoringToolId
      if (id === undefined) return []
      if (component.ifcGuid === undefined || Object.keys(component).length > 1) references[id] = component
      return [id]
    })
  const { camera, clippingPlanes, colouring, selection, visibility } = viewpoint
  const form = ViewpointForm.safeParse({
    camera: camera && { ...camera, aspectRatio: camera.aspectRatio ?? defaultAspectRatio },
    sections: clippingPlanes,
    visibility: { defaultVisible: visibility.defaultVisible, exceptions: toIds(visibility.exceptions) },
    selection: toIds(selection),
    colouring: colouring.map(({ colour, components }) => ({ colour: toColor(colour), elements: toIds(components) })),
    shown: shownOf(visibility),
  })
  if (!form.success) return null
  const { fileVersion: _, markup: __, name: ___, ...state } = form.data
  return Object.keys(references).length > 0 ? { ...state, references } : state
}

function shownOf({ openings, spaceBoundaries, spaces }: BcfVisibility) {
  return { spaces, spaceBoundaries, openings }
}

/**
 * Returns a component: a reference with the syntax of an IFC GlobalId is one; everything else is an id of the authoring
 * tool.
 */
function componentOfId(reference: string): BcfComponent {
  // With several open models, views prefix the element with its model.
  const id = reference.replace(/^@[^@]+@/, '')
  return /^[0-9A-Za-z_$]{22}$/.test(id) ? { ifcGuid: id } : { originatingSystem, authoringToolId: id }
}

/** Converts `#rrggbbaa` to `AARRGGBB`. */
function toBcfColor(colour: string): string {
  const digits = colour.slice(1).toUpperCase()
  return digits.slice(6) + digits.slice(0, 6)
}

/** Converts `AARRGGBB` to `#rrggbbaa`. */
function toColor(digits: string): string {
  const lower = digits.toLowerCase()
  return `#${lower.length === 8 ? lower.slice(2) + lower.slice(0, 2) : lower}`
}
