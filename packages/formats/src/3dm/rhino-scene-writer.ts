import type { ReadContext } from '@kamar/core'
import { scaleTranslation } from '@kamar/core/math'
import { SceneWriter, type MeshInstance } from '../kit/scene-writer.js'

/** Scene writer for instances whose matrices are in the file's unit. */
export class RhinoSceneWriter extends SceneWriter {
  readonly #metres: number

  constructor(context: ReadContext, metres: number) {
    super(context)
    this.#metres = metres
  }

  /** Adds an instance of a mesh in the scene; its matrix is in the file's unit, its origin in metres. */
  override addInstance(instance: MeshInstance): void {
    super.addInstance({ ...instance, matrix: scaleTranslation(instance.matrix, this.#metres) })
  }
}
