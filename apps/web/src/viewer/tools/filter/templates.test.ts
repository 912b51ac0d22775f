import type { FilterGroup, FilterRule } from '@kamar/viewer'
import { describe, expect, test } from 'vitest'
import { listFields, noRules, omitIncomplete } from './rules.js'
import { createTemplate, type TemplateId, templateIds } from './templates.js'

const matchAll = (...rules: readonly FilterRule[]): FilterGroup => ({ kind: 'all', rules })
const matchAny = (...rules: readonly FilterRule[]): FilterGroup => ({ kind: 'any', rules })
const isClass = (value: string): FilterRule => ({
  kind: 'test',
  field: { set: '', property: 'class' },
  operator: 'equals',
  value,
})
const isEmpty = (property: string, set = '*'): FilterRule => ({
  kind: 'test',
  field: { set, property },
  operator: 'empty',
  value: '',
})
const equals = (property: string, value: string): FilterRule => ({
  kind: 'test',
  field: { set: '*', property },
  operator: 'equals',
  value,
})

const fit = (id: TemplateId, classNames: readonly string[], properties: readonly string[] = []): FilterGroup | null =>
  createTemplate(id, { classNames, hasProperty: (property) => properties.includes(property) })

describe('filter templates', () => {
  test('ask only about classes of the model; those without a class fit every model', () => {
    const fitting = (classNames: readonly string[]) => templateIds.filter((id) => fit(id, classNames) !== null)
    expect(fitting([])).toEqual(['elementsWithoutStorey', 'elementsWithoutMaterial'])
    expect(fitting(['IfcWindow', 'IfcSpace'])).toEqual([
      'windowsWithoutThermalTransmittance',
      'roomsWithoutName',
      'elementsWithoutStorey',
      'elementsWithoutMaterial',
    ])
    expect(fitting(['IfcBuildingElementProxy', 'ifcdoor'])).toEqual([
      'elementsWithoutStorey',
      'elementsWithoutMaterial',
      'proxies',
    ])
  })

  test('compare with one class where the model has one, and else with each of them', () => {
    expect(fit('wallsWithoutFireRating', ['IfcWallStandardCase'])).toEqual(
      matchAll(isClass('IfcWallStandardCase'), isEmpty('FireRating')),
    )
    expect(fit('doorsWithoutFireRating', ['IfcDoorStandardCase', 'IfcSlab', 'IfcDoor'])).toEqual(
      matchAll(matchAny(isClass('IfcDoor'), isClass('IfcDoorStandardCase')), isEmpty('FireRating')),
    )
    expect(fit('proxies', ['Generic Models'])).toEqual(matchAll(isClass('Generic Models')))
  })

  test('look for walls that are not load-bearing by the value of IFC, or else by the parameters of Revit', () => {
    const ofIfc = equals('LoadBearing', 'false')
    const isStructural = equals('Structural', 'false')
    const usage: FilterRule = {
      kind: 'test',
      field: { set: '*', property: 'Structural Usage' },
      operator: 'contains',
      value: 'non',
    }
    const read = (properties: readonly string[]) => fit('wallsNotLoadBearing', ['Walls'], properties)?.rules[1]
    expect(read([])).toEqual(ofIfc)
    expect(read(['LoadBearing', 'Structural'])).toEqual(ofIfc)
    expect(read(['Structural'])).toEqual(isStructural)
    expect(read(['Structural', 'Structural Usage'])).toEqual(matchAny(isStructural, usage))
  })

  test('take the long name of spaces where the model has it, because their name is a number', () => {
    expect(fit('roomsWithoutName', ['IfcSpace'], ['LongName'])?.rules).toEqual([
      isClass('IfcSpace'),
      isEmpty('LongName'),
    ])
    expect(fit('roomsWithoutName', ['Rooms'])?.rules).toEqual([isClass('Rooms'), isEmpty('name', '')])
  })

  test('require every property that states a material to be empty', () => {
    expect(fit('elementsWithoutMaterial', [])).toEqual(matchAll(isEmpty('Material')))
    expect(fit('elementsWithoutMaterial', [], ['Material 1', 'Materials'])).toEqual(
      matchAll(isEmpty('Material'), isEmpty('Material 1'), isEmpty('Materials')),
    )
  })

  test('are complete, so that they have matches as soon as they are clicked', () => {
    for (const id of templateIds) {
      const rule = fit(id, ['IfcDoor', 'IfcWall', 'IfcWindow', 'IfcSpace', 'IfcProxy'])
      expect(rule && omitIncomplete(rule)).toEqual(rule)
    }
  })
})

describe('incomplete conditions', () => {
  test('are omitted without a property, without a value, or with a value of spaces alone', () => {
    const complete = equals('Mark', 'D1')
    const rules = [complete, equals('Mark', ''), equals('Mark', '  '), equals('', 'D1'), isEmpty('Mark'), isEmpty('')]
    expect(omitIncomplete({ kind: 'any', rules })).toEqual(matchAny(complete, isEmpty('Mark')))
  })

  test('take their groups with them, because an empty group would match every element', () => {
    const nested = matchAll(equals('Mark', 'D1'), matchAny(matchAll(equals('', ''))))
    expect(omitIncomplete(nested)).toEqual(matchAll(equals('Mark', 'D1')))
    expect(omitIncomplete(matchAll(matchAny(equals('Mark', ''))))).toEqual(noRules)
  })
})

describe('fields of a filter', () => {
  test('are listed once each, with those of nested groups and without empty ones', () => {
    const rule = matchAll(equals('Mark', 'D1'), matchAny(isEmpty('Mark'), isEmpty('Mark', 'Pset')), equals('', ''))
    expect(listFields(rule)).toEqual([
      { set: '*', property: 'Mark' },
      { set: 'Pset', property: 'Mark' },
    ])
    expect(listFields(noRules)).toEqual([])
  })
})
