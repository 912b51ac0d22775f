// Written by scripts/readers-index.mjs (npm run readers:index). Do not edit.
import type { FormatDescriptor } from '@kamar/scene'
import { card as card3dm } from '../3dm/card.js'
import { card as card3ds } from '../3ds/card.js'
import { card as cardDwf } from '../dwf/card.js'
import { card as cardDwfx } from '../dwfx/card.js'
import { card as cardDwg } from '../dwg/card.js'
import { card as cardFbx } from '../fbx/card.js'
import { card as cardIfc } from '../ifc/card.js'
import { card as cardIges } from '../iges/card.js'
import { card as cardMax } from '../max/card.js'
import { card as cardNwd } from '../nwd/card.js'
import { card as cardObj } from '../obj/card.js'
import { card as cardRvt } from '../rvt/card.js'
import { card as cardSat } from '../sat/card.js'
import { card as cardSkp } from '../skp/card.js'
import { card as cardStep } from '../step/card.js'
import { card as cardStl } from '../stl/card.js'

/** The cards of all reader rooms, by id; importing them loads no parser. */
export const formatCards: readonly FormatDescriptor[] = [card3dm, card3ds, cardDwf, cardDwfx, cardDwg, cardFbx, cardIfc, cardIges, cardMax, cardNwd, cardObj, cardRvt, cardSat, cardSkp, cardStep, cardStl]
