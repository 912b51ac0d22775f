/** Supported BCF versions. */
export const bcfVersions = ['2.0', '2.1', '3.0'] as const
/** A version of BCF. */
export type BcfVersion = (typeof bcfVersions)[number]

/** x, y, z. Positions in metres, Z up. */
export type Vector = readonly [number, number, number]

/** An element reference of BCF: by the GlobalId of IFC, the id of the authoring program, or both. */
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
  /** Width divided by height; null in versions before 3.0. */
  readonly aspectRatio: number | null
}

/** Camera of a viewpoint. */
export type BcfCamera =
  | (CameraPose & { readonly kind: 'perspective'; /** Vertical. */ readonly fieldOfViewDegrees: number })
  | (CameraPose & { readonly kind: 'orthographic'; /** Height of the view. */ readonly heightMetres: number })

/** A clipping plane; `direction` points to the side that is cut away. */
export interface BcfClippingPlane {
  readonly point: Vector
  readonly direction: Vector
}

/** Visible elements: all except the exceptions, or only the exceptions. */
export interface BcfVisibility {
  readonly defaultVisible: boolean
  readonly exceptions: readonly BcfComponent[]
  readonly spaces: boolean
  readonly spaceBoundaries: boolean
  readonly openings: boolean
}

/** A view of models, with its snapshot. */
export interface BcfViewpoint {
  /** Lower case. */
  readonly guid: string
  readonly camera: BcfCamera | null
  readonly clippingPlanes: readonly BcfClippingPlane[]
  readonly visibility: BcfVisibility
  readonly selection: readonly BcfComponent[]
  readonly colouring: readonly BcfColoring[]
  /** PNG or JPEG; null without a snapshot. */
  readonly snapshot: Uint8Array | null
}

/** A comment on a topic. */
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

/** A document in an archive that a topic refers to. */
export interface BcfDocument {
  /** Guid of the reference. */
  readonly guid: string
  /** File name without folders. */
  readonly name: string
  readonly content: Uint8Array
}

/** A topic with all of its data. Absent texts are empty. */
export interface BcfTopic {
  readonly guid: string
  readonly title: string
  readonly description: string
  readonly type: string
  readonly status: string
  readonly priority: string
  readonly stage: string
  readonly labels: readonly string[]
  /** User by name or email address, as programs write it. */
  readonly assignedTo: string
  /** `YYYY-MM-DD`. */
  readonly dueDate: string | null
  readonly author: string
  readonly date: Date
  readonly modifiedAuthor: string | null
  readonly modifiedDate: Date | null
  readonly comments: readonly BcfComment[]
  readonly viewpoints: readonly BcfViewpoint[]
  /** Names of the models that it concerns. */
  readonly files: readonly string[]
  /** Documents to write next to those of its source; absent in topics that were read. */
  readonly addedDocuments?: readonly BcfDocument[]
  /** Files to write to its folder, instead of those of the same name of its source; other programs ignore them. */
  readonly addedFiles?: readonly BcfFile[]
  /** The archive it was read from; absent for topics that were created here. */
  readonly source?: BcfTopicSource
}

/** The content of a topic, without what belongs to its archive. */
export type BcfTopicContent = Omit<BcfTopic, 'source' | 'addedDocuments' | 'addedFiles'>

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

/** The files of a topic as read, so that data outside the model is preserved when writing. */
export interface BcfTopicSource {
  readonly root: BcfRoot
  /** Ends with a slash; empty when the archive has no folders. */
  readonly folder: string
  /** With their names relative to the folder. */
  readonly files: readonly BcfFile[]
  /** Name of the markup relative to the folder. */
  readonly markup: string
  /** Names of viewpoint files relative to the folder, by guid. */
  readonly viewpointFiles: Readonly<Record<string, { readonly viewpoint: string; readonly snapshot: string }>>
  /** Content of the files. */
  readonly topic: BcfTopicContent
}

/** A complete archive. */
export interface BcfProject {
  /** Null when the archive has no project data. */
  readonly name: string | null
  readonly id: string | null
  readonly topics: readonly BcfTopic[]
  /** Files of the archive other than topics; absent for projects that were not read. */
  readonly root?: BcfRoot
}

/** A file of an archive that could not be read; the others were. */
export interface BcfFileError {
  /** Name in the archive. */
  readonly name: string
  readonly reason: 'damaged' | 'too-large' | 'no-title'
}

/** Reason why an archive cannot be read at all. */
export type BcfFailure = 'not-an-archive' | 'too-large' | 'no-version' | 'unsupported-version'

/** Error thrown by `readBcf`; nothing of the archive was read. */
export class BcfError extends Error {
  readonly reason: BcfFailure
  constructor(reason: BcfFailure, options?: { cause?: unknown }) {
    super(reason, options)
    this.name = 'BcfError'
    this.reason = reason
  }
}
