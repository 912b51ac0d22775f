// Written by scripts/index.mjs (npm run index). Do not edit.
import type { FormatDescriptor } from '@kamar/core'
import { descriptor as descriptor3dm } from '../3dm/descriptor.js'
import { descriptor as descriptor3ds } from '../3ds/descriptor.js'
import { descriptor as descriptorDwf } from '../dwf/descriptor.js'
import { descriptor as descriptorDwfx } from '../dwfx/descriptor.js'
import { descriptor as descriptorDwg } from '../dwg/descriptor.js'
import { descriptor as descriptorFbx } from '../fbx/descriptor.js'
import { descriptor as descriptorIfc } from '../ifc/descriptor.js'
import { descriptor as descriptorIges } from '../iges/descriptor.js'
import { descriptor as descriptorMax } from '../max/descriptor.js'
import { descriptor as descriptorNwd } from '../nwd/descriptor.js'
import { descriptor as descriptorObj } from '../obj/descriptor.js'
import { descriptor as descriptorRvt } from '../rvt/descriptor.js'
import { descriptor as descriptorSat } from '../sat/descriptor.js'
import { descriptor as descriptorSkp } from '../skp/descriptor.js'
import { descriptor as descriptorStep } from '../step/descriptor.js'
import { descriptor as descriptorStl } from '../stl/descriptor.js'
import { descriptor as descriptorSvf } from '../svf/descriptor.js'

/** The descriptors of all formats, by id; importing them loads no parser. */
export const formatDescriptors: readonly FormatDescriptor[] = [descriptor3dm, descriptor3ds, descriptorDwf, descriptorDwfx, descriptorDwg, descriptorFbx, descriptorIfc, descriptorIges, descriptorMax, descriptorNwd, descriptorObj, descriptorRvt, descriptorSat, descriptorSkp, descriptorStep, descriptorStl, descriptorSvf]
