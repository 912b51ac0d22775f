import { tryParse } from '@kamar/codecs/records'
import { ByteCursor } from '../byte-cursor.js'
import { sceneUseBits, type SketchUpModel, type StoredScene } from '../model.js'
import type { EntityReader, ObjectStream } from './read-entities.js'
import type { VersionMap } from './version-map.js'

const className = 'CViewPage'
/** Class version of the sun in all published files. */
const knownSun = 7
/** Minimum size: a name, a camera and the other data of every scene. */
const minSceneBytes = 200

type Scenes = Pick<SketchUpModel, 'scenes' | 'lostScenes'>

interface ScenesInput {
  readonly entities: EntityReader
  readonly versions: VersionMap
  /** Whether the stream is unreadable before the scenes. */
  readonly isLost: boolean
}

/** Reads the scenes, which follow the model; where they cannot be reached, only their existence is reported. */
export function readScenes(stream: ObjectStream, input: ScenesInput): Scenes {
  const isKnown = !input.isLost && input.versions.of('CShadowInfo') === knownSun
  const count = isKnown ? tryParse(() => readCount(stream, input.entities)) : null
  if (count === null) return { scenes: [], lostScenes: namesScenes(stream) ? 1 : 0 }
  const scenes: StoredScene[] = []
  for (let number = 0; number < count; number++) {
    if (number > 0 && !goToNext(stream, input.entities)) break
    const scene = tryParse(() => stream.value(className))
    if (scene === null) break
    if ((scene.uses & sceneUseBits.camera) !== 0)
      scenes.push({ name: scene.name, camera: scene.camera, showsAll: true })
  }
  return { scenes, lostScenes: count - scenes.length }
}

/** Reads the number of scenes, after the sun: its time and location. */
function readCount(stream: ObjectStream, entities: EntityReader): number {
  entities.entity(stream)
  stream.skip(5)
  stream.text()
  stream.text()
  // Longitude, latitude, zone and north; displayed parts, and light and dark.
  stream.numbers(6)
  stream.skip(13)
  entities.entity(stream)
  return stream.count(minSceneBytes)
}

/**
 * Moves to the start of the next scene. The other data of a scene (drawing options, a style with images, the sun,
 * hidden objects) differ between releases: they are skipped up to a header that only scenes have.
 */
function goToNext(stream: ObjectStream, entities: EntityReader): boolean {
  const [classTag, cameraTag] = [stream.encodeClassTag(className), stream.encodeClassTag('CCamera')]
  if (classTag === null || cameraTag === null) return false
  const bytes = Buffer.from(stream.bytes.buffer, stream.bytes.byteOffset, stream.bytes.byteLength)
  // No attributes follow the tag: those cannot be resolved where objects after the first scene were not counted.
  const pattern = Buffer.concat([classTag, Buffer.alloc(2)])
  for (let at = bytes.indexOf(pattern, stream.at); at >= 0; at = bytes.indexOf(pattern, at + 1)) {
    const header = new ByteCursor(stream.bytes, at + pattern.length)
    const isHead = tryParse(() => {
      entities.passNumber(header)
      header.text()
      header.text()
      header.skip(4)
      return Buffer.from(header.take(cameraTag.length)).equals(cameraTag)
    })
    if (isHead !== true) continue
    stream.at = at
    return true
  }
  return false
}

/** Returns whether the class of scenes occurs after this position, where the first one begins. */
function namesScenes({ at, bytes }: ObjectStream): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset + at, bytes.byteLength - at).includes(className)
}
