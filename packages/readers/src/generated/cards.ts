// Written by scripts/readers-index.mjs (npm run readers:index). Do not edit.
import type { FormatCard } from '@kamar/scene'
import { card as card3ds } from '../3ds/card.js'
import { card as cardFbx } from '../fbx/card.js'
import { card as cardIfc } from '../ifc/card.js'
import { card as cardObj } from '../obj/card.js'
import { card as cardStep } from '../step/card.js'
import { card as cardStl } from '../stl/card.js'

/** The cards of all reader rooms, by id; importing them loads no parser. */
export const formatCards: readonly FormatCard[] = [card3ds, cardFbx, cardIfc, cardObj, cardStep, cardStl]
