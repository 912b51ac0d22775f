import { TranslationError } from '@kamar/contracts/core'
import type { ByteSource, ReadReport, ReadContext } from '@kamar/scene'
import { BrepTeam } from '../shared/brep/index.js'
import { throwIfCancelled } from '../shared/room-guards.js'
import { lengthUnits } from '../shared/units.js'
import { readHatchPatterns } from './archive/hatch-patterns.js'
import { loadKernel, openArchive } from './archive/kernel.js'
import { readModel } from './archive/read-model.js'
import { unitOf } from './archive/units.js'
import { Looks } from './looks.js'
import { pushObjects } from './push-objects.js'
import { makeReport } from './report.js'
import { ScenePusher } from './scene-pusher.js'
import { addTree } from './tree.js'

const readingShare = 0.2

/** How a file is read. */
export interface ReadingOptions {
  /**
   * Default: unless fine quality is asked for: Rhino made them for its own screen. False meshes every Brep anew, which is
   * what a check against Rhino's own meshes does.
   */
  readonly usesKeptMeshes?: boolean
}

/** Reads a file from its bytes to its report: archive, tree, then one shape after the other. */
export async function readFile(
  input: ByteSource,
  room: ReadContext,
  options: ReadingOptions = {},
): Promise<ReadReport> {
  const [rhino, bytes] = await Promise.all([loadKernel(), input.readAll()])
  throwIfCancelled(room.signal)
  const archive = openArchive(rhino, bytes)
  try {
    const model = readModel(archive, room.limits)
    const settings = archive.settings()
    const stated = unitOf(settings.modelUnitSystem.value)
    settings.delete()
    const unit = stated ?? lengthUnits.millimetre
    room.scene.setUnit(unit)
    room.scene.setAuthoringTool({ name: 'Rhino', release: releaseOf(archive.archiveVersion) })
    const tree = addTree(model, room, input.name)
    room.progress(readingShare, 'reading')
    await room.scene.settle()
    const pusher = new ScenePusher(room, unit.metres)
    const team = new BrepTeam(room.signal)
    const looks = new Looks(model, room)
    try {
      const pushed = await pushObjects({
        rhino,
        archive,
        room,
        team,
        pusher,
        usesKeptMeshes: options.usesKeptMeshes ?? room.quality !== 'fine',
        looks,
        metres: unit.metres,
        patterns: readHatchPatterns(bytes),
        placings: tree.placings,
        progress: (fraction) => room.progress(readingShare + (1 - readingShare) * fraction, 'meshing'),
      })
      if (pusher.instances === 0)
        throw new TranslationError({ code: pushed.failures.size > 0 ? 'damaged' : 'nothing-to-show' })
      return makeReport({ model, tree, pushed, pusher, textures: looks.textures, isUnitStated: stated !== null })
    } finally {
      await team.release()
    }
  } finally {
    archive.delete()
  }
}

/** Archives are numbered 1 to 4, then 50, 60 and so on. */
const releaseOf = (archiveVersion: number): string =>
  String(archiveVersion >= 10 ? Math.floor(archiveVersion / 10) : archiveVersion)
