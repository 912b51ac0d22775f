import type { Quantity } from '../project/quantities.js'

/**
 * English names of built-in parameters, with the quantity of their numbers. From the caches that Revit writes for
 * Navisworks, where name and number are adjacent, and from the documentation of the programming interface.
 */
const table: Readonly<Record<number, readonly [name: string, quantity?: Quantity]>> = {
  [-1001000]: ['Width', 'length'],
  [-1001001]: ['Height', 'length'],
  [-1001002]: ['Default height', 'length'],
  [-1001006]: ['Function'],
  [-1001007]: ['Room Bounding', 'yes-no'],
  [-1001009]: ['Automatically Embed', 'yes-no'],
  [-1001102]: ['Base height', 'length'],
  [-1001105]: ['Unconnected Height', 'length'],
  [-1001107]: ['Base Constraint'],
  [-1001108]: ['Base Offset', 'length'],
  [-1001109]: ['Top Offset', 'length'],
  [-1001117]: ['Top is Attached', 'yes-no'],
  [-1001118]: ['Base is Attached', 'yes-no'],
  [-1001119]: ['Structural Usage'],
  [-1001122]: ['Location Line'],
  [-1001203]: ['Mark'],
  [-1001205]: ['Cost'],
  [-1001206]: ['Fire Rating'],
  [-1001405]: ['Type Mark'],
  [-1001596]: ['Structural', 'yes-no'],
  [-1001713]: ['Related to Mass', 'yes-no'],
  [-1002001]: ['Type Name'],
  [-1002110]: ['Coarse Scale Fill Color'],
  [-1002111]: ['Wrapping at Ends'],
  [-1002112]: ['Wrapping at Inserts'],
  [-1002500]: ['Assembly Code'],
  [-1002501]: ['Assembly Description'],
  [-1004005]: ['Length', 'length'],
  [-1005435]: ['Absorptance', 'number'],
  [-1005436]: ['Roughness', 'number'],
  [-1006316]: ['Project Number'],
  [-1006317]: ['Project Name'],
  [-1006318]: ['Project Address'],
  [-1006319]: ['Client Name'],
  [-1006320]: ['Project Status'],
  [-1006321]: ['Project Issue Date'],
  [-1006900]: ['Name'],
  [-1006901]: ['Number'],
  [-1006939]: ['Computation Height', 'length'],
  [-1007102]: ['Elevation', 'length'],
  [-1007111]: ['Building Story', 'yes-no'],
  [-1007112]: ['Structural', 'yes-no'],
  [-1010103]: ['Description'],
  [-1010106]: ['Comments'],
  [-1012100]: ['Phase Created'],
  [-1012201]: ['Scope Box'],
  [-1012805]: ['Area', 'area'],
  [-1012806]: ['Volume', 'volume'],
  [-1012828]: ['Top Extension Distance', 'length'],
  [-1012829]: ['Base Extension Distance', 'length'],
  [-1019000]: ['IfcGUID'],
  [-1019001]: ['Type IfcGUID'],
  [-1019006]: ['Building Name'],
  [-1019007]: ['Organization Description'],
  [-1019008]: ['Organization Name'],
  [-1019012]: ['Export to IFC'],
  [-1019013]: ['Export Type to IFC'],
  [-1019100]: ['Cross-Section'],
  [-1140078]: ['Panel Name'],
}

/** Returns the name and quantity of a built-in parameter; null when the table has no such number. */
export function builtInParameter(id: number): { readonly name: string; readonly quantity: Quantity } | null {
  const row = table[id]
  return row ? { name: row[0], quantity: row[1] ?? 'other' } : null
}
