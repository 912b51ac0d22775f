import type { SavedViewInput } from '@kamar/core'
import type { Viewer } from '@kamar/viewer'
import { showViewpoint } from '../../kit/viewpoints/capture.js'

const copied = ([x, y, z]: readonly [number, number, number]): [number, number, number] => [x, y, z]

/** Aspect ratio, width by height, of a view whose file does not state it. */
const defaultAspectRatio = 1

/**
 * Shows a view of the file, or of the example with that address: the whole model, without selection, colours or
 * sections.
 */
export async function showFileView(viewer: Viewer, key: string | null, { camera }: SavedViewInput): Promise<void> {
  const pose = {
    eye: copied(camera.eye),
    direction: copied(camera.direction),
    up: copied(camera.up),
    aspectRatio: camera.aspectRatio ?? defaultAspectRatio,
    ...(camera.distanceMetres !== undefined && { distanceMetres: camera.distanceMetres }),
  }
  await showViewpoint(viewer, key, {
    camera:
      camera.kind === 'perspective'
        ? { ...pose, kind: camera.kind, fieldOfViewDegrees: camera.fieldOfViewDegrees }
        : { ...pose, kind: camera.kind, heightMetres: camera.heightMetres },
    sections: [],
    visibility: { defaultVisible: true, exceptions: [] },
    selection: [],
    colouring: [],
    markup: { shapes: [], pins: [] },
  })
}
