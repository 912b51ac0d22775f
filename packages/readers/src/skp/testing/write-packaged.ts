import { ByteWriter } from '../../shared/dwf/testing/byte-writer.js'
import { writeZip, type Parts } from '../../shared/dwf/testing/write-zip.js'
import { gablePng } from '../../shared/closed/testing/preview.js'
import type { StoredCamera } from '../camera.js'
import { tags, valueTags } from '../packaged/tags.js'
import {
  anchorKindOf,
  heldIn,
  type DraftAnchor,
  type DraftComponent,
  type DraftDefinition,
  type DraftDictionary,
  type DraftDimension,
  type DraftEdge,
  type DraftFace,
  type DraftLook,
  type DraftMaterial,
  type DraftModel,
  type DraftPlaced,
  type DraftText,
} from './draft.js'
import { numbers, textMark } from './values.js'

const utf8 = new TextEncoder()
/** A dimension of a circle, of which nothing but its kind matters. */
const radialDimension = 24_000

/** A component, and the name that what stands in it begins with. */
interface Named {
  readonly component: DraftComponent
  readonly name: string
}

/** A record of these bytes, or of these records. */
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
  const isWhole = Number.isInteger(value)
  return tagged(tags.value, isWhole ? tagged(valueTags.whole, long(value)) : tagged(valueTags.number, numbers(value)))
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

/** Writes the parts of a file since 2021. */
export class PackagedWriter {
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
      tagged(tags.material, this.#entity(`material ${name}`), tagged(tags.materialFolder, utf8.encode(folderOf(name)))),
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
      ...(this.#model.letterInches === undefined ? [] : [this.#fonts(this.#model.letterInches)]),
      ...(this.#model.faceColors === undefined ? [] : [styles()]),
    ]
    // A definition may be placed by one in front of it: all of them have their numbers first.
    for (const { name } of definitions) this.#idOf(`definition ${name}`)
    const items = [tagged(tags.form, long(0)), ...definitions.map((definition) => this.#definition(definition))]
    lists.push(tagged(tags.definitions, tagged(tags.definitionList, tagged(tags.definitionItems, ...items))))
    lists.push(tagged(tags.model, this.#component(root, 'model')))
    return tagged(tags.root, ...lists)
  }

  #fonts(letterInches: number): Uint8Array {
    const font = tagged(
      tags.font,
      this.#entity('font'),
      tagged(tags.fontPoints, long(12)),
      tagged(tags.fontUsesHeight, byte(1)),
      tagged(tags.fontHeight, numbers(letterInches)),
    )
    return tagged(tags.fonts, tagged(tags.fontList, tagged(tags.fontItems, font)))
  }

  #scenes(): Uint8Array {
    const items = (this.#model.scenes ?? []).map(({ camera, hides = false, isBlind = false, name }) =>
      tagged(
        tags.scene,
        tagged(tags.sceneHead, this.#entity(`scene ${name}`), tagged(tags.sceneName, utf8.encode(name))),
        tagged(tags.sceneUses, long(isBlind ? 0x3fe : 0x3ff)),
        tagged(tags.sceneCamera, this.#camera(camera)),
        tagged(tags.sceneHiddenLayers, hides ? Uint8Array.of(1, 7) : new Uint8Array()),
        tagged(tags.sceneHiddenThings),
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

  #idOf(name: string): number {
    const known = this.#ids.get(name)
    if (known !== undefined) return known
    this.#ids.set(name, ++this.#last)
    return this.#last
  }

  #entity(name: string, ...attached: readonly Uint8Array[]): Uint8Array {
    const attributes =
      attached.length === 0
        ? []
        : [tagged(tags.attributes, tagged(tags.attributeContainer, tagged(tags.attributeItems, ...attached)))]
    return tagged(tags.entity, ...attributes, tagged(tags.id, id(this.#idOf(name))))
  }

  #drawn(
    name: string,
    look: DraftLook & { readonly isSoft?: boolean },
    attached: readonly Uint8Array[] = [],
  ): Uint8Array {
    const flags = 6 + (look.isHidden ? 1 : 0) + (look.isSoft ? 24 : 0)
    return tagged(
      tags.drawn,
      this.#entity(name, ...attached),
      ...(look.material === undefined ? [] : [tagged(tags.drawnMaterial, id(this.#idOf(`material ${look.material}`)))]),
      ...(look.layer === undefined ? [] : [tagged(tags.drawnLayer, id(this.#idOf(`layer ${look.layer}`)))]),
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
    const { dictionaries, edges, faces, guides, placed, vertices } = component
    const key = (kind: string, number: number): string => `${name} ${kind} ${number}`
    const lists: readonly (readonly [number, readonly Uint8Array[]])[] = [
      [
        tags.vertices,
        vertices.map((place, at) =>
          tagged(tags.vertex, this.#entity(key('vertex', at)), tagged(tags.vertexPosition, numbers(...place))),
        ),
      ],
      [tags.edges, edges.map((edge, at) => this.#edge(edge, key('edge', at), (end) => key('vertex', end)))],
      [tags.faces, faces.map((face, at) => this.#face(face, key('face', at), (edge) => key('edge', edge)))],
      ...(['component', 'group', 'image'] as const).map((kind) => {
        const list = { component: tags.instances, group: tags.groups, image: tags.images }[kind]
        return [
          list,
          placed.flatMap((each, at) => (each.kind === kind ? [this.#placed(each, key('placed', at))] : [])),
        ] as const
      }),
      [tags.guides, guides > 1 ? Array.from({ length: guides - 1 }, (_, at) => this.#guideLine(key('guide', at))) : []],
      [tags.guidePoints, guides > 0 ? [this.#guidePoint(key('guide point', 0))] : []],
      [tags.texts, component.texts.map((text, at) => this.#text(text, key('text', at), { component, name }))],
      [
        tags.dimensions,
        [
          ...component.dimensions.map((each, at) => this.#dimension(each, key('dimension', at), { component, name })),
          ...component.radii.map((_, at) => tagged(radialDimension, this.#drawn(key('radius', at), {}))),
        ],
      ],
    ]
    return tagged(
      tags.component,
      this.#drawn(name, {}, dictionaries.map(dictionaryRecord)),
      ...lists.flatMap(([tag, records]) => (records.length > 0 ? [tagged(tag, ...records)] : [])),
      tagged(tags.order, byte(0)),
      tagged(tags.boxIsTrue, byte(1)),
      tagged(tags.box, numbers(0, 0, 0, 1, 1, 1)),
    )
  }

  #guideLine(name: string): Uint8Array {
    return tagged(
      tags.guideLine,
      tagged(tags.guideDrawn, this.#drawn(name, {})),
      tagged(tags.guideLineNumbers, numbers(0, 8, 0, 1, 0, 0, -1e30, 1e30)),
    )
  }

  #guidePoint(name: string): Uint8Array {
    return tagged(
      tags.guidePoint,
      tagged(tags.guideDrawn, this.#drawn(name, {})),
      tagged(tags.guidePointPosition, numbers(8, 0, 0)),
      tagged(tags.guidePointStart, numbers(0, 0, 0)),
      tagged(tags.guidePointHasLine, byte(1)),
    )
  }

  #dimension(dimension: DraftDimension, name: string, around: Named): Uint8Array {
    const { along, ends, normal, offset, text = '', textPosition = 3, xAxis } = dimension
    const head = tagged(
      tags.dimensionHead,
      this.#drawn(name, dimension),
      tagged(tags.dimensionText, utf8.encode(text)),
      tagged(tags.dimensionFont, id(this.#idOf('font'))),
      tagged(tags.dimensionIsAligned, byte(1)),
      tagged(tags.dimensionArrow, long(1)),
    )
    return tagged(
      tags.dimension,
      head,
      tagged(tags.dimensionStart, this.#anchor(ends[0], around)),
      tagged(tags.dimensionEnd, this.#anchor(ends[1], around)),
      tagged(tags.dimensionNormal, numbers(...normal)),
      tagged(tags.dimensionXAxis, numbers(...xAxis)),
      tagged(tags.dimensionAlong, long(along)),
      tagged(tags.dimensionOffset, numbers(offset)),
      tagged(tags.dimensionTextPosition, long(textPosition)),
    )
  }

  #text(text: DraftText, name: string, around: Named): Uint8Array {
    const { anchor, leader = 2, offset = [0, 0, 0], viewDirection = [0, 1, 0] } = text
    return tagged(
      tags.text,
      this.#drawn(name, text),
      tagged(tags.textContent, utf8.encode(text.text)),
      tagged(tags.textAnchor, this.#anchor(anchor ?? { kind: 0 }, around)),
      tagged(tags.textOffset, numbers(...offset)),
      tagged(tags.textViewDirection, numbers(...viewDirection)),
      tagged(tags.textFont, id(this.#idOf('font'))),
      tagged(tags.textArrow, long(3)),
      tagged(tags.textLeader, long(anchor ? leader : 0)),
    )
  }

  #anchor(anchor: DraftAnchor, around: Named): Uint8Array {
    const { edge, face, point = [0, 0, 0], vertex } = anchor
    const { name, path } = heldIn(anchor, around, this.#model.definitions)
    const [held] = Object.entries({ vertex, edge, face }).filter(([, number]) => number !== undefined)
    const heldId = held ? [tagged(tags.heldId, id(this.#idOf(`${name} ${held.join(' ')}`)))] : []
    const ids = path.map((each) => id(this.#idOf(each)))
    const heldPath = tagged(tags.heldPath, ...ids.flatMap((bytes) => [byte(bytes.length), bytes]))
    return tagged(
      tags.anchor,
      tagged(tags.anchorKind, long(anchorKindOf(anchor))),
      tagged(tags.anchorPoint, numbers(...point)),
      tagged(tags.anchorHeld, tagged(tags.held, ...heldId, heldPath)),
    )
  }

  #edge(edge: DraftEdge, name: string, vertexName: (at: number) => string): Uint8Array {
    const [start, end] = edge.ends.map((at) => id(this.#idOf(vertexName(at))))
    return tagged(tags.edge, this.#drawn(name, edge), tagged(tags.edgeStart, start), tagged(tags.edgeEnd, end))
  }

  #face(face: DraftFace, name: string, edgeName: (at: number) => string): Uint8Array {
    const { back, front, loops, plane } = face
    const side = (laid: DraftFace['front']): Uint8Array =>
      tagged(
        tags.faceTexture,
        tagged(tags.faceTextureFlags, long(laid?.flags ?? 0)),
        tagged(tags.faceTextureMatrix, numbers(...(laid?.matrix ?? [1, 0, 0, 0, 1, 0, 0, 0, 1]))),
        tagged(tags.faceTextureDirection, numbers(...(laid?.direction ?? [0, 0, 0]))),
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
              tagged(tags.edgeUseEdge, id(this.#idOf(edgeName(edge)))),
              tagged(tags.edgeUseSense, byte(isForward ? 0 : 1)),
            ),
          ),
        ),
      ),
    )
    return tagged(
      tags.face,
      this.#drawn(name, face, front === undefined ? [] : [textures]),
      tagged(tags.facePlane, numbers(...plane)),
      tagged(tags.faceLoops, ...loopRecords),
      ...(back === undefined ? [] : [tagged(tags.faceBack, id(this.#idOf(`material ${back}`)))]),
    )
  }

  #placed(placed: DraftPlaced, name: string): Uint8Array {
    const record = tagged(
      tags.instance,
      this.#drawn(name, placed, (placed.dictionaries ?? []).map(dictionaryRecord)),
      tagged(tags.instanceName, utf8.encode(placed.name ?? '')),
      tagged(tags.instancePlacement, numbers(...placed.placement)),
      tagged(tags.instanceDefinition, id(this.#idOf(`definition ${placed.definition}`))),
      tagged(tags.instanceGuid, new Uint8Array(16).fill(placed.definition.length)),
    )
    if (placed.kind === 'component') return record
    return tagged(placed.kind === 'group' ? tags.group : tags.image, record)
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

const folderOf = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, '_')

function materialParts({ color, name, opacity, texture }: DraftMaterial): (readonly [string, Uint8Array | string])[] {
  const folder = `materials/${folderOf(name)}`
  const [red, green, blue] = color
  const escaped = name.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const picture = texture
    ? `<mat:texture textureFilename="C:/Users/ani/${texture.file}" xScale="${texture.inches[0]}" yScale="${texture.inches[1]}"><mat:images><mat:image id="1" path="./${texture.file}" /></mat:images></mat:texture>`
    : ''
  const xml = `<?xml version="1.0" encoding="UTF-8"?><materialDocument xmlns:mat="m"><mat:material name="${escaped}" type="${texture ? 1 : 0}" colorRed="${red}" colorGreen="${green}" colorBlue="${blue}" trans="${opacity ?? 1}" useTrans="${opacity === undefined ? 0 : 1}">${picture}</mat:material></materialDocument>`
  return [[`${folder}/material.xml`, xml], ...(texture ? [[`${folder}/${texture.file}`, texture.bytes] as const] : [])]
}

/** A file since 2021 of these parts. */
export const packagedFile = (parts: Parts, version = '25.0.575'): Uint8Array =>
  Uint8Array.from(Buffer.concat([textMark('SketchUp Model'), textMark(`{${version}}`), writeZip(parts)]))

/** A file since 2021 of a model. */
export const writePackagedModel = (model: DraftModel): Uint8Array => packagedFile(new PackagedWriter(model).parts())
