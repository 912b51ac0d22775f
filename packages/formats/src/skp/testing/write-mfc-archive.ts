import { ByteWriter } from '@kamar/codecs/zip/testing'
import type { StoredCamera } from '../camera.js'
import { gablePng } from '@kamar/codecs/image/testing'
import {
  getAnchorKind,
  heldIn,
  type DraftAnchor,
  type DraftComponent,
  type DraftDefinition,
  type DraftDictionary,
  type DraftDimension,
  type DraftFace,
  type DraftElement,
  type DraftMaterial,
  type DraftModel,
  type DraftInstance,
  type DraftText,
} from './draft.js'
import { numbers, unicodeString } from './values.js'

/** Versions of the changed classes, by product release. */
const formsOf = {
  6: [3, 10, 4, 4, 0, 32, 18, 2, 4, 0, 1, 7, 1, 6, 2, 2],
  8: [3, 10, 4, 5, 1, 36, 22, 2, 4, 0, 1, 7, 1, 6, 2, 2],
  2014: [3, 10, 5, 5, 1, 36, 24, 2, 4, 0, 3, 7, 1, 6, 2, 2],
  2017: [5, 10, 5, 5, 1, 36, 26, 2, 4, 0, 3, 7, 1, 6, 2, 2],
  2020: [5, 11, 6, 5, 1, 39, 29, 3, 7, 2, 3, 7, 1, 6, 2, 3],
} as const
export type MfcArchiveRelease = keyof typeof formsOf
export const mfcArchiveReleases: readonly MfcArchiveRelease[] = [6, 8, 2014, 2017, 2020]

const formNames = [
  'CEntity',
  'CComponentDefinition',
  'CComponentInstance',
  'CComponentBehavior',
  'CAttributeNamed',
  'CRenderingOptions',
  'CSketchUpModel',
  'CLayer',
  'CLayerManager',
  'CLayerGroup',
  'CArcCurve',
  'CShadowInfo',
  'CDimension',
  'CDimensionLinear',
  'CDimensionRadial',
  'CSectionPlane',
] as const

const drawingOptionBytes: Readonly<Record<number, number>> = { 32: 179, 36: 206, 37: 211, 39: 213 }

/** Default colours of SketchUp. */
const defaultFaceColors = { front: [255, 255, 255], back: [164, 178, 187] } as const

/** A component, and the name prefix of its content. */
interface NamedComponent {
  readonly component: DraftComponent
  readonly name: string
}

/** Writer of the object stream of a file up to 2020. */
export class MfcArchiveWriter {
  readonly #model: DraftModel
  readonly #forms: Readonly<Record<(typeof formNames)[number], number>>
  readonly #out = new ByteWriter()
  readonly #numbers = new Map<string, number>()
  /** The list of classes and its class have the first two numbers. */
  #last = 2

  constructor(model: DraftModel, release: MfcArchiveRelease) {
    this.#model = model
    const entries = formNames.map((name, at) => [name, formsOf[release][at]] as const)
    this.#forms = Object.fromEntries(entries) as Record<(typeof formNames)[number], number>
  }

  /** Writes the file. */
  write(version: string): Uint8Array {
    const out = this.#out
    out.raw(unicodeString('SketchUp Model')).raw(unicodeString(`{${version}}`))
    out.raw(new Uint8Array(16)).raw(unicodeString('C:\\Users\\ani\\pavilion.skp')).long(0)
    out.short(0xffff, 0, 11).text('CVersionMap')
    for (const [name, form] of Object.entries(this.#forms)) out.raw(unicodeString(name)).long(form)
    out.raw(unicodeString('End-Of-Version-Map')).long(0)
    this.#start()
    const { materials, root } = this.#model
    this.#component(root, 'model', materials)
    this.#sun()
    this.#scenes()
    // The following axes and styles are not read.
    return out.raw(new Uint8Array(200)).bytes
  }

  #start(): void {
    const out = this.#out
    const form = this.#forms.CSketchUpModel
    out.long(1, 1200, 1)
    if (form >= 26) out.long(0, 0)
    this.#object('picture', 'CDib', () => out.long(4, gablePng().length).raw(gablePng()))
    out.byte(1)
    this.#behaviour()
    out.raw(unicodeString(''))
    if (form >= 22) {
      out.long(2, 1).raw(unicodeString('UnitsOptions'))
      out.raw(unicodeString('LengthUnit')).byte(4).long(this.#model.lengthUnit).raw(unicodeString(''))
      out.short(0, 0)
    }
    this.#object('camera', 'CCamera', () => this.#camera(this.#model.camera))
    this.#entity()
    out.raw(this.#drawingOptions())
  }

  #drawingOptions(): Uint8Array {
    const form = this.#forms.CRenderingOptions
    const bytes = new Uint8Array((drawingOptionBytes[form] ?? 0) + 8)
    const { front, back } = this.#model.faceColors ?? defaultFaceColors
    bytes.set([...front, 255, ...back, 255], form === 39 ? 63 : 61)
    return bytes
  }

  #sun(): void {
    this.#entity()
    this.#out
      .long(0)
      .byte(0)
      .raw(unicodeString('Yerevan'))
      .raw(unicodeString('Armenia'))
      .raw(numbers(44.5, 40.2, 4, 0, 1, 0))
      .raw(new Uint8Array(13))
    this.#entity()
  }

  #scenes(): void {
    const { scenes = [] } = this.#model
    this.#out.long(scenes.length)
    for (const { camera, isWithoutCamera, name } of scenes) {
      this.#object(`scene ${name}`, 'CViewPage', () => {
        this.#entity()
        this.#out
          .raw(unicodeString(name))
          .raw(unicodeString(''))
          .long(isWithoutCamera ? 0x1fe : 0x1ff)
        this.#object(`camera of scene ${name}`, 'CCamera', () => this.#camera(camera))
        // Unread data: among them bytes that resemble a scene, and a style that is a separate object.
        this.#mark(this.#numbers.get('CViewPage') ?? 0, true)
        this.#out.short(0).byte(0)
        this.#object(`style of ${name}`, 'CSkpStyle', () => this.#out.raw(new Uint8Array(150)))
      })
    }
  }

  #camera({ eye, target, up, isPerspective, fieldOfViewDegrees, height, isAngleOfHeight }: StoredCamera): void {
    this.#out
      .raw(numbers(...eye, ...target, ...up, 1, 1000))
      .byte(Number(isPerspective))
      .raw(numbers(fieldOfViewDegrees, height))
      .raw(new Uint8Array(32))
      .byte(Number(isAngleOfHeight), 0)
      .raw(unicodeString(''))
      .raw(new Uint8Array(33))
  }

  #behaviour(): void {
    this.#entity()
    this.#out.raw(new Uint8Array(this.#forms.CComponentBehavior >= 5 ? 11 : 7))
  }

  /** Writes an object, or its number if it was written before. */
  #object(name: string, className: string, body: () => void): void {
    const out = this.#out
    const cached = this.#numbers.get(name)
    if (cached !== undefined) {
      this.#mark(cached, false)
      return
    }
    const classNumber = this.#numbers.get(className)
    if (classNumber === undefined) {
      out.short(0xffff, 1, className.length).text(className)
      this.#numbers.set(className, ++this.#last)
    } else this.#mark(classNumber, true)
    this.#numbers.set(name, ++this.#last)
    body()
  }

  #mark(number: number, isClass: boolean): void {
    if (number < 0x7fff) this.#out.short(number + (isClass ? 0x8000 : 0))
    else this.#out.short(0x7fff).long(number + (isClass ? 0x80000000 : 0))
  }

  #entity(attached?: () => void): void {
    if (attached) attached()
    else this.#out.short(0)
    // Every third one has an id of two bytes.
    if (this.#forms.CEntity >= 5) this.#out.byte(...(this.#last % 3 === 0 ? [3, 7, 9] : [0]))
  }

  #container(
    name: string,
    dictionaries: readonly DraftDictionary[],
    texture?: DraftFace['front'],
  ): (() => void) | undefined {
    if (dictionaries.length === 0 && texture === undefined) return undefined
    return () => {
      this.#object(`${name} attributes`, 'CAttributeContainer', () => {
        this.#entity()
        for (const [at, dictionary] of dictionaries.entries())
          this.#object(`${name} dictionary ${at}`, 'CAttributeNamed', () => this.#dictionary(dictionary))
        if (texture) this.#object(`${name} texture`, 'CFaceTextureCoords', () => this.#texture(texture))
        this.#out.short(0)
      })
    }
  }

  #dictionary({ entries, name }: DraftDictionary): void {
    const out = this.#out
    this.#entity()
    out.long(0).raw(unicodeString(name))
    for (const [key, value] of entries) {
      out.raw(unicodeString(key))
      this.#value(value)
    }
    out.raw(unicodeString(''))
    if (this.#forms.CAttributeNamed >= 1) out.long(0)
  }

  #value(value: DraftDictionary['entries'][number][1]): void {
    const out = this.#out
    if (typeof value === 'boolean') out.byte(7, Number(value))
    else if (typeof value === 'string') out.byte(10).raw(unicodeString(value))
    else if (typeof value !== 'number') {
      out.byte(11).long(value.length)
      for (const each of value) this.#value(each)
    } else if (Number.isInteger(value)) out.byte(4).long(value)
    else out.byte(6).raw(numbers(value))
  }

  #texture({ direction, flags, matrix }: NonNullable<DraftFace['front']>): void {
    const plain = [1, 0, 0, 0, 1, 0, 0, 0, 1]
    this.#entity()
    this.#out.long(0).raw(numbers(...matrix, ...direction, ...plain, 0, 0, 0))
    this.#out
      .long(1)
      .raw(numbers(0, 0, 0, 0))
      .long(0)
      .long(flags, 0)
  }

  #drawingElement(name: string, element: DraftElement & { isSoft?: boolean }, attached?: () => void): void {
    const out = this.#out
    this.#entity(attached)
    if (element.material === undefined) out.short(0)
    else this.#mark(this.#numbers.get(`material ${element.material}`) ?? 0, false)
    const soft = Number(element.isSoft === true)
    out.byte(Number(element.isHidden === true), 1, 1, soft, soft, 0)
    if (element.layer === undefined) out.short(0)
    else this.#mark(this.#numbers.get(`layer ${element.layer}`) ?? 0, false)
  }

  #component(component: DraftComponent, name: string, materials: readonly DraftMaterial[]): void {
    const out = this.#out
    const isModel = name === 'model'
    const { definitions, layers } = this.#model
    this.#drawingElement(name, {}, this.#container(name, component.dictionaries))
    this.#entity()
    out.long(materials.length)
    for (const material of materials)
      this.#object(`material ${material.name}`, 'CMaterial', () => this.#material(material))
    out.short(0)
    this.#entity()
    const own = isModel ? layers : [{ name: 'Layer0', isVisible: true }]
    out.long(own.length)
    for (const layer of own)
      this.#object(isModel ? `layer ${layer.name}` : `${name} layer`, 'CLayer', () => this.#layer(layer))
    out.short(0)
    if (this.#forms.CLayerManager >= 7) {
      this.#entity()
      out.raw(unicodeString('')).raw(new Uint8Array(9))
    }
    out.long(isModel ? definitions.length : 0)
    if (isModel) for (const { name: each } of definitions) this.#definition(each)
    this.#entities(component, name)
    out.long(0).short(0)
  }

  #layer({ isVisible, name }: DraftModel['layers'][number]): void {
    const out = this.#out
    this.#entity()
    out.raw(unicodeString(name)).byte(Number(!isVisible))
    this.#material({ name: `Layer_${name}`, color: [255, 84, 84] })
    out.long(0)
    if (this.#forms.CLayer >= 3) out.short(0)
  }

  #material({ color, name, opacity, texture }: DraftMaterial): void {
    const out = this.#out
    this.#entity()
    out.raw(unicodeString(name)).byte(texture ? 1 : 0)
    if (texture) {
      this.#entity()
      this.#object(`picture of ${name}`, 'CDib', () => {
        out.long(1, texture.bytes.length).raw(texture.bytes).long(70)
      })
      out
        .raw(numbers(...texture.inches))
        .raw(unicodeString(`C:\\Users\\ani\\${texture.file}`))
        .long(0)
    }
    out
      .byte(0, ...color, 255)
      .raw(unicodeString(''))
      .long(0, 0)
    out.raw(numbers(opacity ?? 1)).byte(Number(opacity !== undefined))
  }

  #entities(component: DraftComponent, name: string): void {
    const { dimensions, edges, faces, guides, instances, radii, sectionPlanes, texts } = component
    const out = this.#out
    const annotations = dimensions.length + radii.length + texts.length
    out.long(faces.length + edges.length + instances.length + guides + sectionPlanes.length + annotations)
    for (const [at, face] of faces.entries())
      this.#object(`${name} face ${at}`, 'CFace', () => this.#face(face, at, { component, name }))
    for (const at of edges.keys()) this.#edge(at, { component, name })
    for (let at = 0; at < guides; at++)
      this.#object(`${name} guide ${at}`, at === 0 ? 'CConstructionPoint' : 'CConstructionLine', () => {
        this.#drawingElement(name, {})
        if (at === 0) out.raw(numbers(8, 0, 0, 0, 0, 0)).byte(1)
        else out.raw(numbers(0, 8, 0, 1, 0, 0, -1e30, 1e30)).long(0)
      })
    for (const [at, { namesObject }] of sectionPlanes.entries())
      this.#object(`${name} section plane ${at}`, 'CSectionPlane', () => {
        this.#drawingElement(name, {})
        if (namesObject) out.short(0)
        out.raw(numbers(0, 0, 1, -40))
        if (this.#forms.CSectionPlane >= 3) out.raw(unicodeString('Plan')).raw(unicodeString('A'))
      })
    for (const [at, dimension] of dimensions.entries()) {
      this.#object(`${name} dimension ${at}`, 'CDimensionLinear', () => this.#dimension(dimension, { component, name }))
    }
    for (const [at, text] of texts.entries()) {
      this.#object(`${name} text ${at}`, 'CText', () => this.#text(text, { component, name }))
    }
    for (const [at, edge] of radii.entries()) {
      this.#object(`${name} radius ${at}`, 'CDimensionRadial', () => this.#radius(edge, { component, name }))
    }
    for (const [at, each] of instances.entries()) this.#instance(each, `${name} placed ${at}`)
  }

  #radius(edge: number, { component, name }: NamedComponent): void {
    this.#dimensionHeader({})
    this.#edge(edge, { component, name })
    this.#out.raw(numbers(3, 0.5)).byte(0)
  }

  #dimensionHeader({ text = '', ...element }: Partial<DraftDimension>): void {
    this.#drawingElement('dimension', element)
    this.#out.raw(unicodeString(text))
    this.#font()
    this.#out.byte(1).long(1)
  }

  #font(): void {
    const { textHeightInches } = this.#model
    this.#object('font', 'CSkFont', () => {
      this.#entity()
      this.#out.raw(unicodeString('Tahoma')).byte(0, 0).long(12)
      this.#out.byte(textHeightInches === undefined ? 0 : 1).raw(numbers(textHeightInches ?? 10))
    })
  }

  #dimension(dimension: DraftDimension, around: NamedComponent): void {
    const { along, ends, normal, offset, textPosition = 3, xAxis } = dimension
    this.#dimensionHeader(dimension)
    for (const end of ends) this.#anchor(end, around)
    this.#out
      .raw(numbers(...normal, ...xAxis))
      .long(along)
      .raw(numbers(offset, 0))
      .long(textPosition)
  }

  #text(
    { anchor, leader = 2, offset = [0, 0, 0], text, viewDirection = [0, 1, 0], ...element }: DraftText,
    around: NamedComponent,
  ): void {
    this.#drawingElement('text', element)
    this.#font()
    this.#out.raw(numbers(0.5, 0.5))
    this.#anchor(anchor ?? { kind: 0 }, around)
    this.#out.raw(numbers(...offset, ...viewDirection)).long(anchor ? leader : 0, 1)
    this.#out.byte(1, 0).long(3).byte(1).raw(unicodeString(text)).long(0).byte(0)
  }

  #anchor(anchor: DraftAnchor, around: NamedComponent): void {
    const out = this.#out
    const { component, name, path } = heldIn(anchor, around, this.#model.definitions)
    out.long(getAnchorKind(anchor), 4).raw(numbers(...(anchor.point ?? [0, 0, 0])))
    if (anchor.vertex !== undefined) this.#vertex(component, anchor.vertex, `${name} vertex ${anchor.vertex}`)
    else if (anchor.edge !== undefined) this.#edge(anchor.edge, { component, name })
    else if (anchor.face !== undefined) this.#mark(this.#numbers.get(`${name} face ${anchor.face}`) ?? 0, false)
    else out.short(0)
    out.short(0).long(path.length)
    let inside = around.component
    for (const [at, each] of path.entries()) {
      const instance = inside.instances[anchor.through?.[at] ?? 0]
      this.#instance(instance, each)
      inside =
        this.#model.definitions.find((definition) => definition.name === instance.definition)?.component ?? inside
    }
    out.long(0)
  }

  #edge(at: number, { component, name }: NamedComponent): void {
    const edge = component.edges[at]
    this.#object(`${name} edge ${at}`, 'CEdge', () => {
      this.#drawingElement(name, edge)
      for (const end of edge.ends) this.#vertex(component, end, `${name} vertex ${end}`)
      if (at % 2 === 0) this.#out.short(0)
      else this.#curve(`${name} curve ${at}`, at % 4 === 1)
    })
  }

  #curve(name: string, isArc: boolean): void {
    this.#object(name, isArc ? 'CArcCurve' : 'CCurve', () => {
      this.#entity()
      this.#out.byte(0).long(1)
      if (isArc) this.#out.raw(new Uint8Array(112))
    })
  }

  #vertex(component: DraftComponent, at: number, name: string): void {
    this.#object(name, 'CVertex', () => {
      this.#entity()
      this.#out.raw(numbers(...component.vertices[at]))
    })
  }

  #face(face: DraftFace, at: number, { component, name }: NamedComponent): void {
    const out = this.#out
    const attached = this.#container(`${name} face ${at}`, [], face.front)
    this.#drawingElement(name, face, attached)
    out.raw(numbers(...face.plane)).long(face.loops.length)
    for (const [number, loop] of face.loops.entries()) {
      const loopName = `${name} face ${at} loop ${number}`
      this.#object(loopName, 'CLoop', () => {
        this.#entity()
        out.byte(1, 1)
        for (const [useAt, { edge, isForward }] of loop.entries())
          this.#object(`${loopName} use ${useAt}`, 'CEdgeUse', () => {
            this.#entity()
            this.#edge(edge, { component, name })
            out.byte(isForward ? 0 : 1)
            this.#mark(this.#numbers.get(loopName) ?? 0, false)
          })
        out.short(0)
      })
    }
    if (face.back === undefined) out.short(0)
    else this.#mark(this.#numbers.get(`material ${face.back}`) ?? 0, false)
  }

  #definition(name: string): void {
    const definition = this.#model.definitions.find((each) => each.name === name)
    if (definition) this.#object(`definition ${name}`, 'CComponentDefinition', () => this.#definitionBody(definition))
  }

  #definitionBody({ component, description = '', facesCamera = false, name }: DraftDefinition): void {
    const out = this.#out
    this.#component(component, `definition ${name}`, [])
    out.raw(new Uint8Array(16).fill(name.length)).raw(unicodeString(name)).raw(unicodeString(description))
    out.raw(unicodeString('C:\\Users\\ani\\post.skp')).raw(new Uint8Array(29))
    this.#entity()
    // Flat, and cuts an opening.
    out.byte(1, 1).raw(new Uint8Array(this.#forms.CComponentBehavior >= 5 ? 4 : 0))
    // The second bit: its shadow faces the sun.
    out.byte(2 + Number(facesCamera)).long(0, 0)
    this.#object(`thumbnail of ${name}`, 'CThumbnail', () => {
      this.#entity()
      this.#object(`camera of ${name}`, 'CCamera', () => this.#camera(this.#model.camera))
      this.#object('picture', 'CDib', () => undefined)
    })
  }

  #instance(instance: DraftInstance, name: string): void {
    const out = this.#out
    const className = { component: 'CComponentInstance', group: 'CGroup', image: 'CImage' }[instance.kind]
    this.#object(name, className, () => {
      this.#drawingElement(name, instance, this.#container(name, instance.dictionaries ?? []))
      this.#definition(instance.definition)
      out.raw(numbers(...instance.placement)).raw(unicodeString(instance.name ?? ''))
      if (this.#forms.CComponentInstance >= 5) out.raw(new Uint8Array(16).fill(instance.definition.length))
    })
  }
}

/** Writes a model as a file up to 2020. */
export const writeMfcArchiveModel = (model: DraftModel, release: MfcArchiveRelease): Uint8Array =>
  new MfcArchiveWriter(model, release).write(`${release > 2000 ? release - 2000 : release}.0.1`)
