import { PNG } from 'pngjs'
import { DraftComponent, translation, type DraftModel } from './draft.js'

/** Creates an image of two by two pixels: red, green, blue, white. */
export function tilePng(): Uint8Array {
  const png = new PNG({ width: 2, height: 2 })
  png.data = Buffer.from([220, 40, 30, 255, 40, 180, 60, 255, 40, 60, 200, 255, 250, 250, 250, 255])
  return Uint8Array.from(PNG.sync.write(png))
}

/**
 * Builds a floor with an opening, tiles on it, walls as a group, three posts of one component, a hidden roof, a lone
 * line.
 */
export function pavilion(): DraftModel {
  const [width, depth, height] = [200, 160, 100]
  const post = new DraftComponent().box([4, 4, height])
  const walls = new DraftComponent()
    .face(
      [
        [
          [0, 0, 0],
          [width, 0, 0],
          [width, 0, height],
          [0, 0, height],
        ],
      ],
      { material: 'Plaster', back: '<Brick>1' },
    )
    .addInstance({ kind: 'component', definition: 'Post', placement: translation(0, depth, 0), material: '<Brick>1' })
  const root = new DraftComponent()
    .face(
      [
        [
          [0, 0, 0],
          [width, 0, 0],
          [width, depth, 0],
          [0, depth, 0],
        ],
        [
          [80, 60, 0],
          [80, 100, 0],
          [120, 100, 0],
          [120, 60, 0],
        ],
      ],
      {
        material: 'Tiles',
        front: { flags: 1, matrix: [2, 0, 0, 0, 2, 0, 0, 0, 1], direction: [0, 0, 0] },
      },
    )
    .edge([0, 0, 0], [-50, 0, 0])
    .addInstance({ kind: 'group', definition: 'Group#1', placement: translation() })
    .addInstance({
      kind: 'component',
      definition: 'Post',
      // A quarter turn to the left: the rows of the rotation, not its columns.
      placement: [0, -1, 0, 1, 0, 0, 0, 0, 1, width, 0, 0, 1],
      name: 'Corner post',
      dictionaries: [
        {
          name: 'Kamar',
          entries: [
            ['Mark', 'P-1'],
            ['Count', 3],
            ['Weight', 12.5],
            ['IsSteel', false],
            ['Sizes', [4, 'x', 4]],
          ],
        },
        { name: 'GSU_ContributorsInfo', entries: [['LastModifiedByKey', 'ani']] },
      ],
    })
    .addInstance({
      kind: 'component',
      definition: 'Post',
      placement: [...translation(width, depth, 0).slice(0, 12), 2],
    })
    .addInstance({ kind: 'component', definition: 'Roof', placement: translation(0, 0, height), layer: 'Roof' })
  root.guides = 2
  const roof = new DraftComponent().face([
    [
      [0, 0, 0],
      [width, 0, 0],
      [width, depth, 0],
      [0, depth, 0],
    ],
  ])
  return {
    materials: [
      { name: 'Plaster', color: [230, 225, 210] },
      { name: '<Brick>1', color: [150, 60, 40] },
      { name: 'Glass', color: [160, 200, 220], opacity: 0.4 },
      { name: 'Tiles', color: [128, 128, 128], texture: { file: 'tile.png', bytes: tilePng(), inches: [20, 10] } },
    ],
    layers: [
      { name: 'Layer0', isVisible: true },
      { name: 'Roof', isVisible: false },
    ],
    definitions: [
      { name: 'Post', description: 'A post of steel', component: post },
      { name: 'Group#1', component: walls },
      { name: 'Roof', facesCamera: true, component: roof },
      { name: 'Spare', component: new DraftComponent().box([1, 1, 1]) },
    ],
    root,
    camera: {
      eye: [100, -300, 60],
      target: [100, 100, 60],
      up: [0, 0, 1],
      isPerspective: true,
      fieldOfViewDegrees: 35,
      height: 133,
      isAngleOfHeight: true,
    },
    lengthUnit: 2,
  }
}
