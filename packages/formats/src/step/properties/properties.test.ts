import { describe, expect, it } from 'vitest'
import { addUse, formatFile, formatPart, listProperties, readText, type PartKit } from '../testing/part-kit.js'

const brep = 'ADVANCED_BREP_SHAPE_REPRESENTATION'

/** Adds items of a property of a row. */
function state(
  { writer }: PartKit,
  {
    owner,
    name,
    items,
    description = '',
  }: { owner: string; name: string; items: readonly string[]; description?: string },
): string {
  const definition = writer.add(`PROPERTY_DEFINITION('${name}','${description}',${owner})`)
  const context = writer.add("REPRESENTATION_CONTEXT('','')")
  const representation = writer.add(`REPRESENTATION('',(${items.join(',')}),${context})`)
  writer.add(`PROPERTY_DEFINITION_REPRESENTATION(${definition},${representation})`)
  return definition
}

/** Returns the properties of a part's only node, without those of the file. */
async function ofPart(write: (kit: PartKit, part: ReturnType<PartKit['products']['part']>) => void): Promise<string[]> {
  const text = formatFile((kit) => {
    const part = kit.products.part('P', {
      type: brep,
      items: [kit.shapes.box('b', [1, 1, 1]).solid],
      context: kit.context,
    })
    write(kit, part)
  })
  return listProperties(await readText(text), 0).filter((line) => !/^(File|Product): /.test(line))
}

describe('STEP product and use properties', () => {
  it('include names, versions and designators', async () => {
    const text = formatFile((kit) => {
      const zero = kit.shapes.frame([0, 0, 0])
      const items = [kit.shapes.box('b', [1, 1, 1]).solid, zero]
      const box = kit.products.part('BOX-7', { type: brep, items, context: kit.context })
      const all = kit.products.part('ALL', { type: 'SHAPE_REPRESENTATION', items: [zero], context: kit.context })
      addUse(kit, box, all, { name: 'left', from: zero, to: zero })
    })
    const run = await readText(text)
    expect(listProperties(run, 1)).toEqual([
      'Product: Id = BOX-7',
      'Product: Name = BOX-7',
      'Product: Version = 1',
      'Instance: Id = left-id',
      'Instance: Name = left',
      'Instance: Reference designator = R1',
    ])
    expect(listProperties(run, 0)).toContain('File: Schema = AUTOMOTIVE_DESIGN')
    expect(listProperties(run, 0)).toContain('File: Author = Kamar')
  })

  it('include the layers of an item and of its style', async () => {
    const text = formatFile((kit) => {
      const solids = ['a', 'b'].map((name) => kit.shapes.box(name, [1, 1, 1]).solid)
      const [style = ''] = kit.products.color([solids[1] ?? ''], [1, 0, 0])
      const { representation } = kit.products.part('P', { type: brep, items: solids, context: kit.context })
      kit.writer.add(`PRESENTATION_LAYER_ASSIGNMENT('one','',(${solids[0]}))`)
      kit.writer.add(`PRESENTATION_LAYER_ASSIGNMENT('two','',(${style}))`)
      kit.writer.add(`PRESENTATION_LAYER_ASSIGNMENT('three','',(${style}))`)
      kit.writer.add(`PRESENTATION_LAYER_ASSIGNMENT('whole','',(${representation}))`)
    })
    const run = await readText(text)
    expect([1, 2].map((node) => listProperties(run, node))).toEqual([
      ['Layer: Layer = one'],
      ['Layer: Layer = two, three'],
    ])
  })
})

describe('STEP stated properties', () => {
  it('carry unit symbols and are grouped by heading', async () => {
    const lines = await ofPart((kit, { definition }) => {
      const { writer } = kit
      const millimetre = writer.add('(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.))')
      const cubic = writer.add(`DERIVED_UNIT((${writer.add(`DERIVED_UNIT_ELEMENT(${millimetre},3.)`)}))`)
      const volume = writer.add(
        `MEASURE_REPRESENTATION_ITEM('volume measure',VOLUME_MEASURE(1.00000000000004),${cubic})`,
      )
      const center = writer.add("CARTESIAN_POINT('centre point',(0.5,0.5,0.5))")
      for (const item of [volume, center])
        state(kit, { owner: definition, name: 'geometric_validation_property', items: [item] })
    })
    expect(lines).toEqual([
      'Geometric validation property: volume measure = 1 mm³',
      'Geometric validation property: centre point = 0.5, 0.5, 0.5',
    ])
  })

  it('include texts, numbers and booleans and omit other items', async () => {
    const lines = await ofPart((kit, { shape }) => {
      const items = [
        "DESCRIPTIVE_REPRESENTATION_ITEM('finish','ground')",
        "INTEGER_REPRESENTATION_ITEM('holes',4)",
        "REAL_REPRESENTATION_ITEM('ratio',0.25)",
        "BOOLEAN_REPRESENTATION_ITEM('painted',.T.)",
        "VALUE_REPRESENTATION_ITEM('count',COUNT_MEASURE(3.))",
        "PLANE('',$)",
      ].map((item) => kit.writer.add(item))
      state(kit, { owner: shape, name: 'notes', items })
    })
    expect(lines).toEqual([
      'Notes: finish = ground',
      'Notes: holes = 4',
      'Notes: ratio = 0.25',
      'Notes: painted = true',
      'Notes: count = 3',
    ])
  })

  it('use the name of a user-defined attribute', async () => {
    const lines = await ofPart((kit, { definition }) => {
      const item = kit.writer.add("DESCRIPTIVE_REPRESENTATION_ITEM('','oak')")
      const definitionRow = state(kit, { owner: definition, name: 'user defined attribute', items: [item] })
      const general = kit.writer.add("GENERAL_PROPERTY('1','Wood','')")
      kit.writer.add(`GENERAL_PROPERTY_ASSOCIATION('','',${general},${definitionRow})`)
    })
    expect(lines).toEqual(['User defined attributes: Wood = oak'])
  })

  it('include those of a shape aspect of the part', async () => {
    const lines = await ofPart((kit, { shape }) => {
      const aspect = kit.writer.add(`SHAPE_ASPECT('edge','',${shape},.T.)`)
      const item = kit.writer.add("DESCRIPTIVE_REPRESENTATION_ITEM('edge','sharp')")
      state(kit, { owner: aspect, name: 'shape', items: [item], description: 'of an edge' })
    })
    expect(lines).toEqual(['Shape: edge = sharp'])
  })

  it('exclude shape aspects that contain themselves', async () => {
    const lines = await ofPart((kit, { shape }) => {
      const item = kit.writer.add("DESCRIPTIVE_REPRESENTATION_ITEM('note','x')")
      const own = Number(item.slice(1)) + 1
      const first = kit.writer.add(`SHAPE_ASPECT('a','',#${own + 1},.T.)`)
      const second = kit.writer.add(`SHAPE_ASPECT('b','',#${own},.T.)`)
      expect([first, second]).toEqual([`#${own}`, `#${own + 1}`])
      state(kit, { owner: first, name: 'lost', items: [item] })
      state(kit, { owner: shape, name: 'kept', items: [item] })
    })
    expect(lines).toEqual(['Kept: note = x'])
  })

  it('exclude empty properties and properties of missing owners', async () => {
    const lines = await ofPart((kit, { definition }) => {
      state(kit, { owner: definition, name: 'empty', items: [] })
      state(kit, { owner: '#99999', name: 'lost', items: [kit.writer.add("DESCRIPTIVE_REPRESENTATION_ITEM('a','b')")] })
      kit.writer.add('PROPERTY_DEFINITION_REPRESENTATION(#99999,#99998)')
    })
    expect(lines).toEqual([])
  })
})

describe('STEP product and manufacturing information', () => {
  it('has dimensions, tolerances, datums and notes as values', async () => {
    const lines = await ofPart(({ writer, context }, { shape }) => {
      const millimetre = writer.add('(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.))')
      const aspect = writer.add(`SHAPE_ASPECT('hole','',${shape},.T.)`)
      const size = writer.add(`DIMENSIONAL_SIZE(${aspect},'diameter')`)
      const value = writer.add(
        `(LENGTH_MEASURE_WITH_UNIT()MEASURE_REPRESENTATION_ITEM()MEASURE_WITH_UNIT(LENGTH_MEASURE(8.5),${millimetre})REPRESENTATION_ITEM('nominal value'))`,
      )
      const values = writer.add(`SHAPE_DIMENSION_REPRESENTATION('',(${value}),${context})`)
      writer.add(`DIMENSIONAL_CHARACTERISTIC_REPRESENTATION(${size},${values})`)
      const magnitude = writer.add(`LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(0.02),${millimetre})`)
      writer.add(`FLATNESS_TOLERANCE('top','',${magnitude},${aspect})`)
      writer.add(
        `(GEOMETRIC_TOLERANCE('axis','',${magnitude},${aspect})GEOMETRIC_TOLERANCE_WITH_DATUM_REFERENCE(())POSITION_TOLERANCE())`,
      )
      writer.add(`DATUM('','',${shape},.F.,'A')`)
      writer.add("TEXT_LITERAL('','break all edges',$,'left',.RIGHT.,$)")
      writer.add("TEXT_LITERAL('','  ',$,'left',.RIGHT.,$)")
    })
    expect(lines.map((line) => line.replace('Product and manufacturing information: ', ''))).toEqual([
      'Dimension diameter = 8.5 mm',
      'flatness tolerance top = 0.02 mm',
      'position tolerance axis = 0.02 mm',
      'Datum = A',
      'Note = break all edges',
    ])
  })
})

describe('STEP external references', () => {
  it('report each missing companion once, by its file name', async () => {
    const text = formatPart(({ writer, shapes }) => {
      const role = writer.add("IDENTIFICATION_ROLE('external document id and location',$)")
      const source = writer.add("EXTERNAL_SOURCE(IDENTIFIER(''))")
      const documentType = writer.add("DOCUMENT_TYPE('')")
      const file = writer.add(`DOCUMENT_FILE('bolt.stp','',$,${documentType},'',$)`)
      for (const name of ['C:\\\\parts\\\\bolt.stp', 'nut.step', 'drawing.pdf'])
        writer.add(`APPLIED_EXTERNAL_IDENTIFICATION_ASSIGNMENT('${name}',${role},${source},(${file}))`)
      return [shapes.box('b', [1, 1, 1]).solid]
    })
    expect((await readText(text)).report?.missingCompanions).toEqual(['bolt.stp', 'nut.step'])
  })
})
