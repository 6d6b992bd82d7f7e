import { isAnsweredWithinLimit } from '../contract/within-limit.ts';
import type { Exchange } from '../evidence/exchange.ts';
import { unseenCategories } from './bodies.ts';
import type { Service } from './service.ts';

/**
 * After a service refused a category that it could not know, sends others: a small one, and where that is taken one that a
 * double does not hold. Who chooses categories from a list refuses the small one as well. Rule JSON-3.
 *
 * @param refused - the response to the large category; nothing is sent where it is no refusal
 */
export async function tellWhyRefused(service: Service, refused: Exchange): Promise<void> {
  if (!isAnsweredWithinLimit(refused) || refused.answer.status < 400 || refused.answer.status > 499) return;
  const ingredients = { ...(await service.ingredients()), status: service.fullestStatus() };
  for (const { text } of unseenCategories(ingredients, service.seed())) {
    const exchange = await service.createPet({ raw: text });
    if (exchange.answer?.status !== 201) return;
  }
}
