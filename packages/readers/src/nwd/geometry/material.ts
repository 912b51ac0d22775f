import type { RecordForm } from '../container/form.js'
import type { ObjectReaders, ObjectStream } from '../container/object-stream.js'
import { MalformedRecordError } from '../../shared/records/malformed-record-error.js'
import type { Color } from '../../shared/color.js'

/** How a shape looks. */
export interface SourceMaterial {
  readonly color: Color
  /** 1 opaque. */
  readonly opacity: number
}

const classes = { list: 55, colors: 54, description: 185 }
/** Bits of what a list holds; the third one stands for nothing that follows. */
const listed = { colors: 1, unused: 16, description: 32 }
const diffuseAt = 3
const transparencyAt = 13

const share = (value: number): number => {
  if (!Number.isFinite(value)) throw new MalformedRecordError('colour', 0)
  return Math.min(1, Math.max(0, value))
}

/** Ambient, diffuse, specular, emissive red green blue, shininess, transparency. */
export function toSourceMaterial(values: ArrayLike<number>): SourceMaterial {
  const channel = (axis: number): number => share(values[diffuseAt + axis])
  return { color: [channel(0), channel(1), channel(2)], opacity: 1 - share(values[transparencyAt]) }
}

const colors: ObjectReaders<SourceMaterial> = { [classes.colors]: (stream) => toSourceMaterial(stream.floats(14)) }

const maxImages = 1000

/** The description of a material as other programs of its maker know it: a text and the places of its pictures. Passed over. */
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

/** A description and what may stand beside it; nothing else was seen there. */
export function passDescription(stream: ObjectStream): void {
  stream.required(description)
  stream.expect(0)
}

/** What a placed shape is drawn with. */
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

/** A light of the file; passed over. */
export const lightReaders = ({ hasGuids }: RecordForm): ObjectReaders<true> => ({
  27: (stream: ObjectStream) => {
    stream.u32()
    if (hasGuids) stream.object(description)
    stream.doubles(12)
    return true
  },
})
