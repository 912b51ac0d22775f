// Written by scripts/index.mjs (npm run index). Do not edit.
import type { ExtensionDescriptor } from '../../engine/extension/extension-registry.js'
import { descriptor as descriptorColors } from '../colors/descriptor.js'
import { descriptor as descriptorEffects } from '../effects/descriptor.js'
import { descriptor as descriptorExplode } from '../explode/descriptor.js'
import { descriptor as descriptorFederation } from '../federation/descriptor.js'
import { descriptor as descriptorMarkup } from '../markup/descriptor.js'
import { descriptor as descriptorMeasure } from '../measure/descriptor.js'
import { descriptor as descriptorNavigation } from '../navigation/descriptor.js'
import { descriptor as descriptorPins } from '../pins/descriptor.js'
import { descriptor as descriptorPlan } from '../plan/descriptor.js'
import { descriptor as descriptorSection } from '../section/descriptor.js'

/** The tools that are extensions; importing this loads none of them. */
export const descriptors: readonly ExtensionDescriptor[] = [
  descriptorColors,
  descriptorEffects,
  descriptorExplode,
  descriptorFederation,
  descriptorMarkup,
  descriptorMeasure,
  descriptorNavigation,
  descriptorPins,
  descriptorPlan,
  descriptorSection,
]
