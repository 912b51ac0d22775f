/** Versions of BCF that are read and written. */
export const bcfVersions = ['2.0', '2.1', '3.0'] as const
/** A version of BCF. */
export type BcfVersion = (typeof bcfVersions)[number]

/** x, y, z. Places in metres, Z up. */
export type Vector = readonly [number, number, number]

/** An element as programs know it: by the GlobalId of IFC, the id of the program that made it, or both. */
export interface BcfComponent {
  /** 22 characters. */
  readonly ifcGuid?: string
  readonly originatingSystem?: string
  readonly authoringToolId?: string
}

/** Elements of one colour, `RRGGBB` or `AARRGGBB`, upper case. */
export interface BcfColoring {
  readonly colour: string
  readonly components: readonly BcfComponent[]
}

interface CameraPose {
  readonly eye: Vector
  readonly direction: Vector
  readonly up: Vector
  /** Width through height; null in versions before 3.0. */
  readonly aspectRatio: number | null
}

/** Where a viewpoint looks from. */
export type BcfCamera =
  | (CameraPose & { readonly kind: 'perspective'; /** Vertical. */ readonly fieldOfViewDegrees: number })
  | (CameraPose & { readonly kind: 'orthographic'; /** What the picture is high. */ readonly heightMetres: number })

/** A cut; `direction` points to the side that is cut away. */
export interface BcfClippingPlane {
  readonly point: Vector
  readonly direction: Vector
}

/** Which elements are shown: all but the exceptions, or the exceptions alone. */
export interface BcfVisibility {
  readonly defaultVisible: boolean
  readonly exceptions: readonly BcfComponent[]
  readonly spaces: boolean
  readonly spaceBoundaries: boolean
  readonly openings: boolean
}

/** A way of looking at models, with its picture. */
export interface BcfViewpoint {
  /** Lower case. */
  readonly guid: string
  readonly camera: BcfCamera | null
  readonly clippingPlanes: readonly BcfClippingPlane[]
  readonly visibility: BcfVisibility
  readonly selection: readonly BcfComponent[]
  readonly colouring: readonly BcfColoring[]
  /** PNG or JPEG; null without. */
  readonly snapshot: Uint8Array | null
}

/** Something that was said to a topic. */
export interface BcfComment {
  readonly guid: string
  readonly text: string
  readonly author: string
  readonly date: Date
  readonly modifiedAuthor: string | null
  readonly modifiedDate: Date | null
  /** Guid of a viewpoint of the same topic. */
  readonly viewpointGuid: string | null
}

/** A topic with everything that belongs to it. Words are empty where nothing is said. */
export interface BcfTopic {
  readonly guid: string
  readonly title: string
  readonly description: string
  readonly type: string
  readonly status: string
  readonly priority: string
  readonly stage: string
  readonly labels: readonly string[]
  /** People by name or e-mail address, as programs write them. */
  readonly assignedTo: string
  /** `YYYY-MM-DD`. */
  readonly dueDate: string | null
  readonly author: string
  readonly date: Date
  readonly modifiedAuthor: string | null
  readonly modifiedDate: Date | null
  readonly comments: readonly BcfComment[]
  readonly viewpoints: readonly BcfViewpoint[]
  /** Names of the models it is about. */
  readonly files: readonly string[]
  /** The archive it was read from; absent for topics that were created here. */
  readonly source?: BcfTopicSource
}

/** A file of an archive. */
export interface BcfFile {
  readonly name: string
  readonly content: Uint8Array
}

/** The files of an archive that belong to no topic, with their names in the archive. */
export interface BcfRoot {
  readonly version: BcfVersion
  readonly files: readonly BcfFile[]
  readonly name: string | null
  readonly id: string | null
}

/** The files of a topic as they were read, so that what the model does not describe is written again. */
export interface BcfTopicSource {
  readonly root: BcfRoot
  /** With a slash at its end; empty when the archive has no folders. */
  readonly folder: string
  /** With their names in the folder. */
  readonly files: readonly BcfFile[]
  /** The name of its markup in the folder. */
  readonly markup: string
  /** Names of the files of its viewpoints in the folder, by guid. */
  readonly viewpointFiles: Readonly<Record<string, { readonly viewpoint: string; readonly snapshot: string }>>
  /** What the files say. */
  readonly topic: Omit<BcfTopic, 'source'>
}

/** A whole archive. */
export interface BcfProject {
  /** Null when the archive says nothing of its project. */
  readonly name: string | null
  readonly id: string | null
  readonly topics: readonly BcfTopic[]
  /** What the archive holds besides its topics; absent for projects that were not read. */
  readonly root?: BcfRoot
}

/** Something of an archive that could not be read; the rest was. */
export interface BcfFileError {
  /** Name in the archive. */
  readonly name: string
  readonly reason: 'damaged' | 'too-large' | 'no-title'
}

/** Why an archive cannot be read at all. */
export type BcfFailure = 'not-an-archive' | 'too-large' | 'no-version' | 'unsupported-version'

/** Thrown by `readBcf`; nothing of the archive was taken. */
export class BcfError extends Error {
  readonly reason: BcfFailure
  constructor(reason: BcfFailure, options?: { cause?: unknown }) {
    super(reason, options)
    this.name = 'BcfError'
    this.reason = reason
  }
}
