import { tryParse } from '../../shared/records/malformed-record-error.js'
import { ByteCursor } from '../byte-cursor.js'
import { sceneUseBits, type SketchUpModel, type StoredScene } from '../model.js'
import type { EntityReader, ObjectStream } from './read-entities.js'
import type { VersionMap } from './version-map.js'

const className = 'CViewPage'
/** The form of the sun and its place that all published files have. */
const knownSun = 7
/** A name, a camera and what else every scene has take more than this. */
const minSceneBytes = 200

type Scenes = Pick<SketchUpModel, 'scenes' | 'lostScenes'>

interface ScenesInput {
  readonly entities: EntityReader
  readonly versions: VersionMap
  /** The stream was not understood up to where the scenes stand. */
  readonly isLost: boolean
}

/** Scenes, which stand behind the model; where they cannot be reached, it is known at least that there are some. */
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

/** How many scenes follow, behind the sun: when and where it shines. */
function readCount(stream: ObjectStream, entities: EntityReader): number {
  entities.entity(stream)
  stream.skip(5)
  stream.text()
  stream.text()
  // Longitude, latitude, zone and north; what is shown of it, and how light and dark.
  stream.numbers(6)
  stream.skip(13)
  entities.entity(stream)
  return stream.count(minSceneBytes)
}

/**
 * Goes to where the next scene begins. What else a scene keeps (options of drawing, a style with pictures, the sun, what it
 * hides) changes from release to release: it is passed over up to a head as only scenes have it.
 */
function goToNext(stream: ObjectStream, entities: EntityReader): boolean {
  const [classTag, cameraTag] = [stream.encodeClassTag(className), stream.encodeClassTag('CCamera')]
  if (classTag === null || cameraTag === null) return false
  const bytes = Buffer.from(stream.bytes.buffer, stream.bytes.byteOffset, stream.bytes.byteLength)
  // No attributes follow the mark: those would be read where objects behind the first scene were not counted.
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

/** Whether the class of scenes is named behind this place: it is where the first one stands. */
function namesScenes({ at, bytes }: ObjectStream): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset + at, bytes.byteLength - at).includes(className)
}
