import {
  TranslationError,
  type ByteSource,
  type ReadReport,
  type ReadContext,
  throwIfCancelled,
  lengthUnits,
} from '@kamar/core'
import { BrepWorkerPool } from '@kamar/codecs/brep'
import { readHatchPatterns } from './archive/hatch-patterns.js'
import { loadKernel, openArchive } from './archive/kernel.js'
import { readModel } from './archive/read-model.js'
import { unitOf } from './archive/units.js'
import { MaterialCache } from './material-cache.js'
import { pushObjects } from './push-objects.js'
import { makeReport } from './report.js'
import { RhinoSceneWriter } from './rhino-scene-writer.js'
import { addTree } from './tree.js'

const readingFraction = 0.2

/** Options of reading a file. */
export interface ReadingOptions {
  /**
   * Whether the meshes in the file are used. Default: true unless fine quality is requested, since Rhino made them for
   * its own display. False tessellates every Brep again, as a comparison with Rhino's own meshes needs.
   */
  readonly usesCachedMeshes?: boolean
}

/** Reads a file from its bytes to its report: the archive, the tree, then each shape. */
export async function readFile(
  input: ByteSource,
  context: ReadContext,
  options: ReadingOptions = {},
): Promise<ReadReport> {
  const [rhino, bytes] = await Promise.all([loadKernel(), input.readAll()])
  throwIfCancelled(context.signal)
  const archive = openArchive(rhino, bytes)
  try {
    const model = readModel(archive, context.limits)
    const settings = archive.settings()
    const declaredUnit = unitOf(settings.modelUnitSystem.value)
    settings.delete()
    const unit = declaredUnit ?? lengthUnits.millimetre
    context.scene.setUnit(unit)
    context.scene.setAuthoringTool({ name: 'Rhino', release: formatRelease(archive.archiveVersion) })
    const tree = addTree(model, context, input.name)
    context.progress(readingFraction, 'reading')
    await context.scene.settle()
    const writer = new RhinoSceneWriter(context, unit.metres)
    const pool = new BrepWorkerPool(context.signal)
    const materialCache = new MaterialCache(model, context)
    try {
      const pushed = await pushObjects({
        rhino,
        archive,
        context,
        pool,
        writer,
        usesCachedMeshes: options.usesCachedMeshes ?? context.quality !== 'fine',
        materialCache,
        metres: unit.metres,
        patterns: readHatchPatterns(bytes),
        instances: tree.instances,
        progress: (fraction) => context.progress(readingFraction + (1 - readingFraction) * fraction, 'meshing'),
      })
      if (writer.instances === 0)
        throw new TranslationError({ code: pushed.failures.size > 0 ? 'damaged' : 'nothing-to-show' })
      return makeReport({
        model,
        tree,
        pushed,
        writer,
        textures: materialCache.textures,
        isUnitStated: declaredUnit !== null,
      })
    } finally {
      await pool.release()
    }
  } finally {
    archive.delete()
  }
}

/** Returns the release name of an archive version: they are numbered 1 to 4, then 50, 60 and so on. */
const formatRelease = (archiveVersion: number): string =>
  String(archiveVersion >= 10 ? Math.floor(archiveVersion / 10) : archiveVersion)
