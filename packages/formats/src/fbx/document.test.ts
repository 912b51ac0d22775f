import { describe, expect, it } from 'vitest'
import { bindPoseMatrix } from './bind-pose.js'
import { FbxDocument } from './document.js'
import type { FbxObject } from './document.js'
import { parseText } from './parse-text.js'

const read = (text: string): FbxDocument => new FbxDocument(parseText(new TextEncoder().encode(text)))
const findByName = (document: FbxDocument, name: string): FbxObject => {
  const match = [...document.objects.values()].find((object) => object.name === name)
  if (!match) throw new Error(`no object ${name}`)
  return match
}

const house = `Definitions: {
	ObjectType: "Material" {
		PropertyTemplate: "FbxSurfacePhong" {
			Properties70: {
				P: "DiffuseFactor", "Number", "", "A",0.25
			}
		}
	}
}
Objects: {
	Model: 1, "Model::House", "Null" {
	}
	Model: 2, "Model::Wall", "Mesh" {
	}
	Model: 2, "Model::Second of the same number", "Mesh" {
	}
	Geometry: 3, "Geometry::Wall", "Mesh" {
	}
	Material: 4, "Material::Brick", "" {
	}
	Texture: 5, "Texture::Brick", "" {
	}
	Deformer: 6, "Deformer::", "Skin" {
	}
	Pose: 7, "Pose::Bind", "BindPose" {
		PoseNode: {
			Node: 2
			Matrix: *16 {
				a: 1,0,0,0,0,1,0,0,0,0,1,0,7,8,9,1
			}
		}
	}
	Nameless: {
	}
}
Connections: {
	C: "OO",1,0
	C: "OO",2,1
	C: "OO",3,2
	C: "OO",4,2
	C: "OP",5,4, "DiffuseColor"
	C: "OO",99,2
	C: "OO",2,2
	C: "PP",3,2
}
`

describe('FBX document', () => {
  const document = read(house)

  it('finds objects by number and keeps the first of each', () => {
    expect(document.objects.size).toBe(7)
    expect(document.objects.get('2')?.name).toBe('Wall')
  })

  it('connects objects to objects or to a single property', () => {
    const wall = findByName(document, 'House')
    expect(document.childObjects(wall, 'Model').map(({ name }) => name)).toEqual(['Wall'])
    const [model] = document.childObjects(wall, 'Model')
    expect(model && document.getConnections(model).map(({ object }) => object.kind)).toEqual(['Geometry', 'Material'])
    expect(document.getConnections(document.ofKind('Material')[0] ?? wall)).toMatchObject([
      { object: { kind: 'Texture' }, property: 'DiffuseColor' },
    ])
  })

  it('uses property templates as defaults', () => {
    expect(document.ofKind('Material')[0]?.properties.number('DiffuseFactor')).toBe(0.25)
  })

  it('lists the root models', () => {
    expect(document.rootModels.map(({ name }) => name)).toEqual(['House'])
  })
})

describe('FBX bind pose', () => {
  it('is null for a mesh without a skin', () => {
    const document = read(house)
    const [model, geometry] = [document.objects.get('2'), document.objects.get('3')]
    expect(model && geometry && bindPoseMatrix(document, model, geometry)).toBeNull()
  })

  it('is the pose matrix of the model', () => {
    const document = read(house.replace('C: "OO",1,0', 'C: "OO",1,0\n\tC: "OO",6,3'))
    const [model, geometry] = [document.objects.get('2'), document.objects.get('3')]
    expect(model && geometry && bindPoseMatrix(document, model, geometry)).toEqual(
      Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 7, 8, 9),
    )
  })

  it('is null when its matrix is incomplete', () => {
    const skinned = house.replace('C: "OO",1,0', 'C: "OO",1,0\n\tC: "OO",6,3').replace('7,8,9,1\n', '7,8\n')
    const document = read(skinned)
    const [model, geometry] = [document.objects.get('2'), document.objects.get('3')]
    expect(model && geometry && bindPoseMatrix(document, model, geometry)).toBeNull()
  })
})
