import { coin, seededRandom } from '../lib/random.ts'
import type { Plan } from '../model/plan.ts'
import type { RoundCoins } from '../model/round.ts'
import { otherSide } from '../model/words.ts'
import type { CellName, SideName } from '../model/words.ts'

/** One burn-in round of the sequential layout stands before round 0 and is not judged. */
export const BURN_IN = -1

/**
 * All that chance decides in a round, from the plan's seed alone, so that a resumed run draws the same.
 * Cell order is reversed in every other round, so that no cell is always the colder one.
 *
 * @param index 0, 1, ...; -1 for a burn-in
 */
export function drawCoins(plan: Plan, index: number): RoundCoins {
  const cells = plan.cells.map(({ name }) => name)
  const cellOrder = Math.abs(index) % 2 === 0 ? cells : [...cells].reverse()
  if (plan.layout === 'sequential') {
    // blocks of two pairs are ABBA or BAAB: one coin, and the second pair the other way round
    const random = seededRandom(plan.seed, Math.floor(index / 2) + 1)
    const first = side(random)
    const isSecondPair = Math.abs(index) % 2 === 1
    return { bootFirst: isSecondPair ? otherSide(first) : first, cellOrder, blocks: {} }
  }
  const random = seededRandom(plan.seed, index + 1)
  const bootFirst = side(random)
  const blocks: Partial<Record<CellName, readonly SideName[]>> = {}
  for (const cell of cells) {
    blocks[cell] = Array.from({ length: plan.schedule.blocks }, () => side(random))
  }
  return { bootFirst, cellOrder, blocks }
}

function side(random: () => number): SideName {
  return coin(random) ? 'baseline' : 'candidate'
}

/** The sides of all slices in time order: each block is ABBA with `outside` as A. */
export function sliceOrder(blocks: readonly SideName[]): readonly SideName[] {
  return blocks.flatMap((outside) => {
    const inside = otherSide(outside)
    return [outside, inside, inside, outside]
  })
}
