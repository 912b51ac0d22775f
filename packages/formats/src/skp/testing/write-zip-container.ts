import { ByteWriter, writeZip, type Parts } from '@kamar/codecs/zip/testing'
import { gablePng } from '@kamar/codecs/image/testing'
import type { StoredCamera } from '../camera.js'
import { tags, valueTags } from '../zip-container/tags.js'
import {
  getAnchorKind,
  heldIn,
  type DraftAnchor,
  type DraftComponent,
  type DraftDefinition,
  type DraftDictionary,
  type DraftDimension,
  type DraftEdge,
  type DraftFace,
  type DraftElement,
  type DraftMaterial,
  type DraftModel,
  type DraftInstance,
  type DraftText,
} from './draft.js'
import { numbers, unicodeString } from './values.js'

const utf8 = new TextEncoder()
/** A dimension of a circle, of which only the kind matters. */
const radialDimension = 24_000

/** A component, and the name prefix of its content. */
interface NamedComponent {
  readonly component: DraftComponent
  readonly name: string
}

/** Builds a record of these bytes, or of these records. */
export function tagged(tag: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const bytes = Buffer.concat(contents)
  return new ByteWriter().short(tag).long(bytes.length).raw(bytes).bytes
}

const byte = (value: number): Uint8Array => Uint8Array.of(value)
const long = (value: number): Uint8Array => new ByteWriter().long(value).bytes
const id = (value: number): Uint8Array => (value < 256 ? byte(value) : new ByteWriter().short(value).bytes)

function valueRecord(value: DraftDictionary['entries'][number][1]): Uint8Array {
  if (typeof value === 'boolean') return tagged(tags.value, tagged(valueTags.truth, byte(Number(value))))
  if (typeof value === 'string') return tagged(tags.value, tagged(valueTags.text, utf8.encode(value)))
  if (typeof value !== 'number') return tagged(tags.value, tagged(valueTags.list, ...value.map(valueRecord)))
  const isInteger = Number.isInteger(value)
  return tagged(
    tags.value,
    isInteger ? tagged(valueTags.integer, long(value)) : tagged(valueTags.number, numbers(value)),
  )
}

const dictionaryRecord = ({ entries, name }: DraftDictionary): Uint8Array =>
  tagged(
    tags.dictionary,
    tagged(tags.dictionaryName, utf8.encode(name)),
    tagged(
      tags.dictionaryEntries,
      ...entries.flatMap(([key, value]) => [tagged(tags.dictionaryKey, utf8.encode(key)), valueRecord(value)]),
    ),
  )

/** Writer of the parts of a file since 2021. */
export class ZipContainerWriter {
  readonly #model: DraftModel
  readonly #ids = new Map<string, number>()
  #last = 0

  constructor(model: DraftModel) {
    this.#model = model
  }

  parts(): Parts {
    const folders = this.#model.materials.flatMap((material) => materialParts(material))
    const { faceColors } = this.#model
    return {
      'meta/model_thumbnail.png': gablePng(),
      ...Object.fromEntries(folders),
      ...(faceColors && { [`styles/${styleFolder}/style.xml`]: styleXml(faceColors) }),
      'model.dat': this.modelPart(),
    }
  }

  modelPart(): Uint8Array {
    const { definitions, layers, lengthUnit, materials, root } = this.#model
    const materialRecords = materials.map(({ name }) =>
      tagged(tags.material, this.#entity(`material ${name}`), tagged(tags.materialFolder, utf8.encode(toFolder(name)))),
    )
    const layerRecords = layers.map(({ isVisible, name }) =>
      tagged(
        tags.layer,
        this.#entity(`layer ${name}`),
        tagged(tags.layerName, utf8.encode(name)),
        tagged(tags.layerHidden, byte(Number(!isVisible))),
      ),
    )
    const provider = tagged(
      tags.optionsProvider,
      tagged(tags.optionsName, utf8.encode('UnitsOptions')),
      tagged(tags.optionsValues, tagged(tags.optionsKey, utf8.encode('LengthUnit')), valueRecord(lengthUnit)),
    )
    const lists: Uint8Array[] = [
      tagged(tags.camera, this.#camera(this.#model.camera)),
      tagged(tags.options, tagged(tags.optionsList, tagged(tags.optionsItems, provider))),
      tagged(tags.materials, tagged(tags.materialList, tagged(tags.materialItems, ...materialRecords))),
      tagged(tags.layers, tagged(tags.layerList, tagged(tags.layerItems, ...layerRecords))),
      this.#scenes(),
      ...(this.#model.textHeightInches === undefined ? [] : [this.#fonts(this.#model.textHeightInches)]),
      ...(this.#model.faceColors === undefined ? [] : [styles()]),
    ]
    // A definition may have an instance in an earlier one, so all numbers are assigned first.
    for (const { name } of definitions) this.#getId(`definition ${name}`)
    const items = [tagged(tags.form, long(0)), ...definitions.map((definition) => this.#definition(definition))]
    lists.push(tagged(tags.definitions, tagged(tags.definitionList, tagged(tags.definitionItems, ...items))))
    lists.push(tagged(tags.model, this.#component(root, 'model')))
    return tagged(tags.root, ...lists)
  }

  #fonts(textHeightInches: number): Uint8Array {
    const font = tagged(
      tags.font,
      this.#entity('font'),
      tagged(tags.fontPoints, long(12)),
      tagged(tags.fontUsesHeight, byte(1)),
      tagged(tags.fontHeight, numbers(textHeightInches)),
    )
    return tagged(tags.fonts, tagged(tags.fontList, tagged(tags.fontItems, font)))
  }

  #scenes(): Uint8Array {
    const items = (this.#model.scenes ?? []).map(({ camera, hides = false, isWithoutCamera = false, name }) =>
      tagged(
        tags.scene,
        tagged(tags.sceneHeader, this.#entity(`scene ${name}`), tagged(tags.sceneName, utf8.encode(name))),
        tagged(tags.sceneUses, long(isWithoutCamera ? 0x3fe : 0x3ff)),
        tagged(tags.sceneCamera, this.#camera(camera)),
        tagged(tags.sceneHiddenLayers, hides ? Uint8Array.of(1, 7) : new Uint8Array()),
        tagged(tags.sceneHiddenEntities),
      ),
    )
    return tagged(tags.scenes, tagged(tags.sceneList, tagged(tags.sceneItems, tagged(tags.form, long(0)), ...items)))
  }

  #camera({ eye, target, up, isPerspective, fieldOfViewDegrees, height, isAngleOfHeight }: StoredCamera): Uint8Array {
    return tagged(
      tags.cameraBody,
      tagged(tags.cameraEye, numbers(...eye)),
      tagged(tags.cameraTarget, numbers(...target)),
      tagged(tags.cameraUp, numbers(...up)),
      tagged(tags.cameraIsPerspective, byte(Number(isPerspective))),
      tagged(tags.cameraAngle, numbers(fieldOfViewDegrees)),
      tagged(tags.cameraHeight, numbers(height)),
      tagged(tags.cameraIsAngleOfHeight, byte(Number(isAngleOfHeight))),
    )
  }

  #getId(name: string): number {
    const cached = this.#ids.get(name)
    if (cached !== undefined) return cached
    this.#ids.set(name, ++this.#last)
    return this.#last
  }

  #entity(name: string, ...attached: readonly Uint8Array[]): Uint8Array {
    const attributes =
      attached.length === 0
        ? []
        : [tagged(tags.attributes, tagged(tags.attributeContainer, tagged(tags.attributeItems, ...attached)))]
    return tagged(tags.entity, ...attributes, tagged(tags.id, id(this.#getId(name))))
  }

  #drawingElement(
    name: string,
    element: DraftElement & { readonly isSoft?: boolean },
    attached: readonly Uint8Array[] = [],
  ): Uint8Array {
    const flags = 6 + (element.isHidden ? 1 : 0) + (element.isSoft ? 24 : 0)
    return tagged(
      tags.drawingElement,
      this.#entity(name, ...attached),
      ...(element.material === undefined
        ? []
        : [tagged(tags.drawnMaterial, id(this.#getId(`material ${element.material}`)))]),
      ...(element.layer === undefined ? [] : [tagged(tags.drawnLayer, id(this.#getId(`layer ${element.layer}`)))]),
      tagged(tags.drawnFlags, byte(flags)),
    )
  }

  #definition({ component, description = '', facesCamera = false, name }: DraftDefinition): Uint8Array {
    return tagged(
      tags.definition,
      this.#component(component, `definition ${name}`),
      tagged(tags.definitionGuid, new Uint8Array(16).fill(name.length)),
      tagged(tags.definitionName, utf8.encode(name)),
      tagged(tags.definitionDescription, utf8.encode(description)),
      tagged(tags.behaviour, tagged(7001, long(0)), tagged(tags.behaviourFacesCamera, byte(Number(facesCamera)))),
    )
  }

  #component(component: DraftComponent, name: string): Uint8Array {
    const { dictionaries, edges, faces, guides, instances, vertices } = component
    const key = (kind: string, number: number): string => `${name} ${kind} ${number}`
    const lists: readonly (readonly [number, readonly Uint8Array[]])[] = [
      [
        tags.vertices,
        vertices.map((point, at) =>
          tagged(tags.vertex, this.#entity(key('vertex', at)), tagged(tags.vertexPosition, numbers(...point))),
        ),
      ],
      [tags.edges, edges.map((edge, at) => this.#edge(edge, key('edge', at), (end) => key('vertex', end)))],
      [tags.faces, faces.map((face, at) => this.#face(face, key('face', at), (edge) => key('edge', edge)))],
      ...(['component', 'group', 'image'] as const).map((kind) => {
        const list = { component: tags.instances, group: tags.groups, image: tags.images }[kind]
        return [
          list,
          instances.flatMap((each, at) => (each.kind === kind ? [this.#instance(each, key('placed', at))] : [])),
        ] as const
      }),
      [tags.guides, guides > 1 ? Array.from({ length: guides - 1 }, (_, at) => this.#guideLine(key('guide', at))) : []],
      [tags.guidePoints, guides > 0 ? [this.#guidePoint(key('guide point', 0))] : []],
      [tags.texts, component.texts.map((text, at) => this.#text(text, key('text', at), { component, name }))],
      [
        tags.dimensions,
        [
          ...component.dimensions.map((each, at) => this.#dimension(each, key('dimension', at), { component, name })),
          ...component.radii.map((_, at) => tagged(radialDimension, this.#drawingElement(key('radius', at), {}))),
        ],
      ],
    ]
    return tagged(
      tags.component,
      this.#drawingElement(name, {}, dictionaries.map(dictionaryRecord)),
      ...lists.flatMap(([tag, records]) => (records.length > 0 ? [tagged(tag, ...records)] : [])),
      tagged(tags.order, byte(0)),
      tagged(tags.boxIsTrue, byte(1)),
      tagged(tags.box, numbers(0, 0, 0, 1, 1, 1)),
    )
  }

  #guideLine(name: string): Uint8Array {
    return tagged(
      tags.guideLine,
      tagged(tags.guideDrawn, this.#drawingElement(name, {})),
      tagged(tags.guideLineNumbers, numbers(0, 8, 0, 1, 0, 0, -1e30, 1e30)),
    )
  }

  #guidePoint(name: string): Uint8Array {
    return tagged(
      tags.guidePoint,
      tagged(tags.guideDrawn, this.#drawingElement(name, {})),
      tagged(tags.guidePointPosition, numbers(8, 0, 0)),
      tagged(tags.guidePointStart, numbers(0, 0, 0)),
      tagged(tags.guidePointHasLine, byte(1)),
    )
  }

  #dimension(dimension: DraftDimension, name: string, around: NamedComponent): Uint8Array {
    const { along, ends, normal, offset, text = '', textPosition = 3, xAxis } = dimension
    const header = tagged(
      tags.dimensionHeader,
      this.#drawingElement(name, dimension),
      tagged(tags.dimensionText, utf8.encode(text)),
      tagged(tags.dimensionFont, id(this.#getId('font'))),
      tagged(tags.dimensionIsAligned, byte(1)),
      tagged(tags.dimensionArrow, long(1)),
    )
    return tagged(
      tags.dimension,
      header,
      tagged(tags.dimensionStart, this.#anchor(ends[0], around)),
      tagged(tags.dimensionEnd, this.#anchor(ends[1], around)),
      tagged(tags.dimensionNormal, numbers(...normal)),
      tagged(tags.dimensionXAxis, numbers(...xAxis)),
      tagged(tags.dimensionAlong, long(along)),
      tagged(tags.dimensionOffset, numbers(offset)),
      tagged(tags.dimensionTextPosition, long(textPosition)),
    )
  }

  #text(text: DraftText, name: string, around: NamedComponent): Uint8Array {
    const { anchor, leader = 2, offset = [0, 0, 0], viewDirection = [0, 1, 0] } = text
    return tagged(
      tags.text,
      this.#drawingElement(name, text),
      tagged(tags.textContent, utf8.encode(text.text)),
      tagged(tags.textAnchor, this.#anchor(anchor ?? { kind: 0 }, around)),
      tagged(tags.textOffset, numbers(...offset)),
      tagged(tags.textViewDirection, numbers(...viewDirection)),
      tagged(tags.textFont, id(this.#getId('font'))),
      tagged(tags.textArrow, long(3)),
      tagged(tags.textLeader, long(anchor ? leader : 0)),
    )
  }

  #anchor(anchor: DraftAnchor, around: NamedComponent): Uint8Array {
    const { edge, face, point = [0, 0, 0], vertex } = anchor
    const { name, path } = heldIn(anchor, around, this.#model.definitions)
    const [target] = Object.entries({ vertex, edge, face }).filter(([, number]) => number !== undefined)
    const heldId = target ? [tagged(tags.anchoredId, id(this.#getId(`${name} ${target.join(' ')}`)))] : []
    const ids = path.map((each) => id(this.#getId(each)))
    const heldPath = tagged(tags.anchoredPath, ...ids.flatMap((bytes) => [byte(bytes.length), bytes]))
    return tagged(
      tags.anchor,
      tagged(tags.anchorKind, long(getAnchorKind(anchor))),
      tagged(tags.anchorPoint, numbers(...point)),
      tagged(tags.anchorEntity, tagged(tags.anchoredEntity, ...heldId, heldPath)),
    )
  }

  #edge(edge: DraftEdge, name: string, vertexName: (at: number) => string): Uint8Array {
    const [start, end] = edge.ends.map((at) => id(this.#getId(vertexName(at))))
    return tagged(tags.edge, this.#drawingElement(name, edge), tagged(tags.edgeStart, start), tagged(tags.edgeEnd, end))
  }

  #face(face: DraftFace, name: string, edgeName: (at: number) => string): Uint8Array {
    const { back, front, loops, plane } = face
    const side = (faceTexture: DraftFace['front']): Uint8Array =>
      tagged(
        tags.faceTexture,
        tagged(tags.faceTextureFlags, long(faceTexture?.flags ?? 0)),
        tagged(tags.faceTextureMatrix, numbers(...(faceTexture?.matrix ?? [1, 0, 0, 0, 1, 0, 0, 0, 1]))),
        tagged(tags.faceTextureDirection, numbers(...(faceTexture?.direction ?? [0, 0, 0]))),
      )
    const textures = tagged(
      tags.faceTextures,
      tagged(tags.frontTexture, side(front)),
      tagged(tags.backTexture, side(undefined)),
    )
    const loopRecords = loops.map((loop) =>
      tagged(
        tags.loop,
        tagged(
          tags.loopUses,
          ...loop.map(({ edge, isForward }) =>
            tagged(
              tags.edgeUse,
              tagged(tags.edgeUseEdge, id(this.#getId(edgeName(edge)))),
              tagged(tags.edgeUseSense, byte(isForward ? 0 : 1)),
            ),
          ),
        ),
      ),
    )
    return tagged(
      tags.face,
      this.#drawingElement(name, face, front === undefined ? [] : [textures]),
      tagged(tags.facePlane, numbers(...plane)),
      tagged(tags.faceLoops, ...loopRecords),
      ...(back === undefined ? [] : [tagged(tags.faceBack, id(this.#getId(`material ${back}`)))]),
    )
  }

  #instance(instance: DraftInstance, name: string): Uint8Array {
    const record = tagged(
      tags.instance,
      this.#drawingElement(name, instance, (instance.dictionaries ?? []).map(dictionaryRecord)),
      tagged(tags.instanceName, utf8.encode(instance.name ?? '')),
      tagged(tags.instancePlacement, numbers(...instance.placement)),
      tagged(tags.instanceDefinition, id(this.#getId(`definition ${instance.definition}`))),
      tagged(tags.instanceGuid, new Uint8Array(16).fill(instance.definition.length)),
    )
    if (instance.kind === 'component') return record
    return tagged(instance.kind === 'group' ? tags.group : tags.image, record)
  }
}

const styleFolder = '[Plain Style]_1'

const styles = (): Uint8Array => {
  const inUse = tagged(tags.styleInUse, tagged(tags.style, tagged(tags.styleFolder, utf8.encode(styleFolder))))
  return tagged(tags.styles, tagged(tags.styleList, inUse))
}

function styleXml({ front, back }: NonNullable<DraftModel['faceColors']>): string {
  const item = (id: number, [red, green, blue]: readonly number[]): string => {
    const value = ((255 << 24) | (blue << 16) | (green << 8) | red) >> 0
    return `<sty:item id="${id}"><t:variant type="4">${value}</t:variant></sty:item>`
  }
  const contents = `${item(2002, front)}${item(2003, back)}${item(4000, [1, 2, 3])}`
  return `<styleDocument xmlns:sty="s"><sty:style xmlns:t="t" name="Plain">${contents}</sty:style></styleDocument>`
}

const toFolder = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, '_')

function materialParts({ color, name, opacity, texture }: DraftMaterial): (readonly [string, Uint8Array | string])[] {
  const folder = `materials/${toFolder(name)}`
  const [red, green, blue] = color
  const escaped = name.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const textureXml = texture
    ? `<mat:texture textureFilename="C:/Users/ani/${texture.file}" xScale="${texture.inches[0]}" yScale="${texture.inches[1]}"><mat:images><mat:image id="1" path="./${texture.file}" /></mat:images></mat:texture>`
    : ''
  const xml = `<?xml version="1.0" encoding="UTF-8"?><materialDocument xmlns:mat="m"><mat:material name="${escaped}" type="${texture ? 1 : 0}" colorRed="${red}" colorGreen="${green}" colorBlue="${blue}" trans="${opacity ?? 1}" useTrans="${opacity === undefined ? 0 : 1}">${textureXml}</mat:material></materialDocument>`
  return [[`${folder}/material.xml`, xml], ...(texture ? [[`${folder}/${texture.file}`, texture.bytes] as const] : [])]
}

/** Writes a file since 2021 of these parts. */
export const zipContainerFile = (parts: Parts, version = '25.0.575'): Uint8Array =>
  Uint8Array.from(Buffer.concat([unicodeString('SketchUp Model'), unicodeString(`{${version}}`), writeZip(parts)]))

/** Writes a model as a file since 2021. */
export const writeZipContainerModel = (model: DraftModel): Uint8Array =>
  zipContainerFile(new ZipContainerWriter(model).parts())
