import type { RecordForm } from '../container/form.js'
import type { ObjectReaders, ObjectStream } from '../container/object-stream.js'
import { MalformedRecordError } from '@kamar/codecs/records'
import type { Color } from '@kamar/core/math'

/** Material of a shape in the file. */
export interface SourceMaterial {
  readonly color: Color
  /** 1 is opaque. */
  readonly opacity: number
}

const classes = { list: 55, colors: 54, description: 185 }
/** Bits of the content of a list; the third one has no following data. */
const listed = { colors: 1, unused: 16, description: 32 }
const diffuseAt = 3
const transparencyAt = 13

const share = (value: number): number => {
  if (!Number.isFinite(value)) throw new MalformedRecordError('colour', 0)
  return Math.min(1, Math.max(0, value))
}

/** Converts ambient, diffuse, specular, emissive RGB, shininess, transparency. */
export function toSourceMaterial(values: ArrayLike<number>): SourceMaterial {
  const channel = (axis: number): number => share(values[diffuseAt + axis])
  return { color: [channel(0), channel(1), channel(2)], opacity: 1 - share(values[transparencyAt]) }
}

const colors: ObjectReaders<SourceMaterial> = { [classes.colors]: (stream) => toSourceMaterial(stream.floats(14)) }

const maxImages = 1000

/** Reader that skips a material description of other Autodesk programs: a text and the texture paths. */
const description: ObjectReaders<true> = {
  [classes.description]: (stream) => {
    stream.skipString()
    stream.skipString()
    const imageCount = stream.u32()
    if (imageCount > maxImages) throw new MalformedRecordError('pictures', stream.at)
    for (let image = 0; image < imageCount; image++) stream.skipString()
    stream.expect(0)
    return true
  },
}

/** Skips a description and its optional neighbours; nothing else was observed there. */
export function passDescription(stream: ObjectStream): void {
  stream.required(description)
  stream.expect(0)
}

/** Readers of the material of a shape instance. */
export const materialReaders: ObjectReaders<SourceMaterial> = {
  [classes.list]: (stream) => {
    const flags = stream.u32()
    const knownFlags = listed.colors + listed.unused + listed.description
    if ((flags & listed.colors) === 0 || (flags & ~knownFlags) !== 0)
      throw new MalformedRecordError(`materials ${flags}`, stream.at)
    const sourceMaterial = stream.required(colors)
    if ((flags & listed.description) !== 0) passDescription(stream)
    return sourceMaterial
  },
}

/** Returns readers that skip a light of the file. */
export const lightReaders = ({ hasGuids }: RecordForm): ObjectReaders<true> => ({
  27: (stream: ObjectStream) => {
    stream.u32()
    if (hasGuids) stream.object(description)
    stream.doubles(12)
    return true
  },
})
