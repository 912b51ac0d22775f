import type { ReadContext } from '@kamar/scene'
import { scaleTranslation } from '../shared/matrix.js'
import { SceneWriter, type PlacedMesh } from '../shared/scene-writer.js'

/** Pushes instances whose matrices are in the file's unit. */
export class ScenePusher extends SceneWriter {
  readonly #metres: number

  constructor(room: ReadContext, metres: number) {
    super(room)
    this.#metres = metres
  }

  /** Draws a mesh of the scene; its matrix is in the file's unit, its origin in metres. */
  override place(placed: PlacedMesh): void {
    super.place({ ...placed, matrix: scaleTranslation(placed.matrix, this.#metres) })
  }
}
