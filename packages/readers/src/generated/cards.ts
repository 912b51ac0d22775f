// Written by scripts/readers-index.mjs (npm run readers:index). Do not edit.
import type { FormatDescriptor } from '@kamar/scene'
import { descriptor as card3dm } from '../3dm/card.js'
import { descriptor as card3ds } from '../3ds/card.js'
import { descriptor as cardDwf } from '../dwf/card.js'
import { descriptor as cardDwfx } from '../dwfx/card.js'
import { descriptor as cardDwg } from '../dwg/card.js'
import { descriptor as cardFbx } from '../fbx/card.js'
import { descriptor as cardIfc } from '../ifc/card.js'
import { descriptor as cardIges } from '../iges/card.js'
import { descriptor as cardMax } from '../max/card.js'
import { descriptor as cardNwd } from '../nwd/card.js'
import { descriptor as cardObj } from '../obj/card.js'
import { descriptor as cardRvt } from '../rvt/card.js'
import { descriptor as cardSat } from '../sat/card.js'
import { descriptor as cardSkp } from '../skp/card.js'
import { descriptor as cardStep } from '../step/card.js'
import { descriptor as cardStl } from '../stl/card.js'

/** The cards of all reader rooms, by id; importing them loads no parser. */
export const formatDescriptors: readonly FormatDescriptor[] = [card3dm, card3ds, cardDwf, cardDwfx, cardDwg, cardFbx, cardIfc, cardIges, cardMax, cardNwd, cardObj, cardRvt, cardSat, cardSkp, cardStep, cardStl]
