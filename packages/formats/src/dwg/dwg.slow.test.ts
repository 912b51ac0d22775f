import { existsSync, readFileSync } from 'node:fs'
import { samplesFolder } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { openDrawing } from './open-drawing.js'
import { drawDrawing } from './testing/draw-sheets.js'

const folder = `${samplesFolder() ?? ''}/dwg`

/**
 * Numbers of entities, lines, areas and texts of each sheet of a sample, without the edges of bodies. The same drawing
 * in other releases has the same.
 */
const expectedSheets: Readonly<Record<string, readonly string[]>> = {
  'acadsharp_AecObjects.dwg': ['4 9 0 4', '2 9 0 4'],
  'acadsharp_sample_AC1014.dwg': ['163 1874 34 117', '1 0 0 0', '1 0 0 0', '1 0 0 0'],
  'acadsharp_sample_AC1018.dwg': ['163 1874 34 117', '1 0 0 0', '1 0 0 0', '1 0 0 0'],
  'acadsharp_sample_AC1021.dwg': ['163 1874 34 117', '1 0 0 0', '1 0 0 0', '1 0 0 0'],
  'acadsharp_sample_AC1024.dwg': ['163 1874 34 117', '1 0 0 0', '1 0 0 0', '1 0 0 0'],
  'aleksandrovfa__Пример_плана_Ю4-6_Э1.dwg': ['596 2642 321 42962', '14 70 19 72', '13 70 19 72'],
  'aleksandrovfa__Ю4-6_РД_ЭН_План_наружного_освещения.dwg': ['947 5505 624 31238', '8 70 19 72', '8 70 19 71'],
  'aspose_Multileaders.dwg': ['8 34 4 34'],
  'aspose_ar_icons.dwg': ['392 372 20 0', '1 0 0 0'],
  'aspose_conference_room_3d_2010.dwg': ['46 525 0 0'],
  'aspose_sample_file_4sheets_2000.dwg': [
    '4467 4575 2 2',
    '31 84 15 54',
    '40 156 38 65',
    '32 109 24 62',
    '38 137 32 63',
  ],
  'aspose_test1_2010.dwg': ['2564 1834 942 6'],
  'fail2172__Чертеж6.dwg': ['10 6 2 6', '3 44 2 33', '15 106 0 28'],
  'gh_Cherryberry_3D_residential.dwg': ['272 194 0 1'],
  'gh_Kaira_guitar_3dsolids_2018.dwg': ['40 4 0 0'],
  'gh_MordyYS_floor2.dwg': ['1843 3330 0 35', '1 0 0 0'],
  'gh_floorplan_dims.dwg': ['6220 6835 4 81'],
  'gh_kaymantex_tatarstan_cyrillic.dwg': ['4367 11778 73 691', '1 0 0 0'],
  'gh_netz39_groundplan.dwg': ['228 228 0 0'],
  'gh_sergjoker_apartment_cyrillic_2013.dwg': ['2006 8621 224 327', '1 0 0 0'],
  'gh_wyc_bar_plan_2018.dwg': ['17973 19217 1204 354'],
  'groupdocs_house-plan.dwg': ['379 6933 43 4', '1 0 0 0'],
  'groupdocs_with_layers_and_layouts.dwg': ['4 4 0 0', '1 0 0 0', '1 0 0 0', '1 0 0 0'],
  'libredwg_Dynblocks_2018.dwg': ['117 33480 1 13', '1 0 0 0', '1 0 0 0'],
  'libredwg_HatchG_2004.dwg': ['4 2 2 0'],
  'libredwg_Leader_2018.dwg': ['10 10 1 2'],
  'libredwg_Surface_2004.dwg': ['18 434 0 0'],
  'libredwg_TS1_2000.dwg': ['33 139 10 12'],
  'libredwg_example_2000.dwg': ['67 1548 18 30'],
  'libredwg_example_2004.dwg': ['67 1548 18 30'],
  'libredwg_example_2007.dwg': ['67 1548 18 30'],
  'libredwg_example_2010.dwg': ['67 1548 18 30'],
  'libredwg_example_2013.dwg': ['67 1548 18 30'],
  'libredwg_example_r13.dwg': ['67 1548 18 29'],
  'libredwg_example_r13_truth.dxf': ['67 1548 18 29'],
  'libredwg_example_r14.dwg': ['67 1548 18 30'],
  'mlight_canteen_2007.dwg': ['25123 47864 273 323', '1 0 0 0'],
  'tika_AC1032.dwg': ['4 4 0 0', '1 0 0 0'],
  'tika_architectural_annotation_multileaders.dwg': ['1367 27989 36 109', '12 35 0 50'],
}

type Skips = Readonly<Record<string, number>>

const skipsOfAllReleases: Skips = {
  'SHAPE shape-file-missing': 1,
  'IMAGE picture-not-attached': 1,
  'PDFUNDERLAY underlay-not-drawn': 1,
}

/** What is not drawn of a sample, by kind and reason. */
const expectedSkips: Readonly<Record<string, Skips>> = {
  'acadsharp_sample_AC1014.dwg': skipsOfAllReleases,
  'acadsharp_sample_AC1018.dwg': skipsOfAllReleases,
  'acadsharp_sample_AC1021.dwg': skipsOfAllReleases,
  'acadsharp_sample_AC1024.dwg': skipsOfAllReleases,
  'aleksandrovfa__Пример_плана_Ю4-6_Э1.dwg': { 'OLE2FRAME embedded-object-in-part': 2 },
  'aleksandrovfa__Ю4-6_РД_ЭН_План_наружного_освещения.dwg': { 'OLE2FRAME embedded-object-in-part': 2 },
  'aspose_test1_2010.dwg': { 'IMAGE picture-not-attached': 15 },
  'libredwg_Leader_2018.dwg': { 'IMAGE picture-not-attached': 5 },
}

const files = Object.keys(expectedSheets).filter((name) => existsSync(`${folder}/${name}`))

describe.skipIf(files.length === 0)('sheets of sample drawings', () => {
  it.each(files)('%s: have as many entities, lines, areas and texts as expected', async (name) => {
    const drawing = openDrawing(new Uint8Array(readFileSync(`${folder}/${name}`)))
    const { scene, skipped } = await drawDrawing(drawing, { budget: 5_000_000 })
    const counts = scene.sheets.map(({ entities, polylines, fills, texts }) =>
      [entities, polylines, fills, texts].map(({ length }) => length).join(' '),
    )
    expect(counts).toEqual(expectedSheets[name])
    const skips: Record<string, number> = {}
    for (const { kind, reason } of skipped) skips[`${kind} ${reason}`] = (skips[`${kind} ${reason}`] ?? 0) + 1
    expect(skips).toEqual(expectedSkips[name] ?? {})
    expect([drawing.unread, drawing.isTruncated]).toEqual([[], false])
  })
})
