import type { FilterGroup, FilterOperator, FilterRule, QueryField } from '@kamar/viewer'

/** Ids of the templates, in the order of their list; texts under `filter.templates.`. */
export const templateIds = [
  'doorsWithoutFireRating',
  'wallsWithoutFireRating',
  'wallsNotLoadBearing',
  'windowsWithoutThermalTransmittance',
  'roomsWithoutName',
  'elementsWithoutStorey',
  'elementsWithoutMaterial',
  'proxies',
] as const
export type TemplateId = (typeof templateIds)[number]

/** What a template is fitted to: the classes of the model, and whether it has a property of a name. */
export interface TemplateModel {
  readonly classNames: readonly string[]
  readonly hasProperty: (property: string) => boolean
}

/** Classes of a kind of element: those of IFC and the categories of Revit. */
const classesByKind = {
  doors: ['IfcDoor', 'IfcDoorStandardCase', 'Doors'],
  walls: ['IfcWall', 'IfcWallStandardCase', 'IfcWallElementedCase', 'Walls', 'Stacked Walls'],
  windows: ['IfcWindow', 'IfcWindowStandardCase', 'Windows'],
  spaces: ['IfcSpace', 'Rooms', 'Spaces'],
  proxies: ['IfcBuildingElementProxy', 'IfcProxy', 'Generic Models'],
} as const

const test = (field: QueryField, operator: FilterOperator, value = ''): FilterRule => ({
  kind: 'test',
  field,
  operator,
  value,
})
const anySet = (property: string): QueryField => ({ set: '*', property })
const isEmpty = (property: string): FilterRule => test(anySet(property), 'empty')
const any = (rules: readonly FilterRule[]): FilterRule =>
  rules.length === 1 && rules[0] ? rules[0] : { kind: 'any', rules }
const all = (rules: readonly FilterRule[]): FilterGroup => ({ kind: 'all', rules })

/** Returns the condition for a kind of element: a single one where the model has a single class; null without any. */
function ofKind(kind: keyof typeof classesByKind, { classNames }: TemplateModel): FilterRule | null {
  const classes = classesByKind[kind].filter((name) => classNames.includes(name))
  if (classes.length === 0) return null
  return any(classes.map((name) => test({ set: '', property: 'class' }, 'equals', name)))
}

function withKind(
  kind: keyof typeof classesByKind,
  model: TemplateModel,
  rules: readonly FilterRule[],
): FilterGroup | null {
  const condition = ofKind(kind, model)
  return condition === null ? null : all([condition, ...rules])
}

/** IFC states it as a value of walls, Revit as a parameter or a usage. */
function notLoadBearing({ hasProperty }: TemplateModel): FilterRule {
  const ofIfc = test(anySet('LoadBearing'), 'equals', 'false')
  const ofRevit = [
    ...(hasProperty('Structural') ? [test(anySet('Structural'), 'equals', 'false')] : []),
    ...(hasProperty('Structural Usage') ? [test(anySet('Structural Usage'), 'contains', 'non')] : []),
  ]
  return hasProperty('LoadBearing') || ofRevit.length === 0 ? ofIfc : any(ofRevit)
}

const templates: Readonly<Record<TemplateId, (model: TemplateModel) => FilterGroup | null>> = {
  doorsWithoutFireRating: (model) => withKind('doors', model, [isEmpty('FireRating')]),
  wallsWithoutFireRating: (model) => withKind('walls', model, [isEmpty('FireRating')]),
  wallsNotLoadBearing: (model) => withKind('walls', model, [notLoadBearing(model)]),
  windowsWithoutThermalTransmittance: (model) => withKind('windows', model, [isEmpty('ThermalTransmittance')]),
  // The name of an IFC space is its number; what people call its name is the long name.
  roomsWithoutName: (model) =>
    withKind('spaces', model, [
      model.hasProperty('LongName') ? isEmpty('LongName') : test({ set: '', property: 'name' }, 'empty'),
    ]),
  elementsWithoutStorey: () => all([test({ set: '', property: 'storey' }, 'missing')]),
  // Layers of one element have numbered materials.
  elementsWithoutMaterial: ({ hasProperty }) =>
    all(
      ['Material', 'Material 1', 'Structural Material', 'Materials']
        .filter((property, at) => at === 0 || hasProperty(property))
        .map(isEmpty),
    ),
  proxies: (model) => {
    const condition = ofKind('proxies', model)
    return condition === null ? null : all([condition])
  },
}

/** Creates the filter of a template for a model; null if the model has no such elements. */
export const createTemplate = (id: TemplateId, model: TemplateModel): FilterGroup | null => templates[id](model)
