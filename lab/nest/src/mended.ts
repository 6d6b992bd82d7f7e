import 'reflect-metadata';
import {
  type ArgumentsHost,
  Body,
  Catch,
  Controller,
  type ExceptionFilter,
  Get,
  Header,
  HttpException,
  Injectable,
  Module,
  NotFoundException,
  Param,
  Post,
  Query,
  ValidationPipe,
} from '@nestjs/common';
import { APP_FILTER, APP_PIPE, NestFactory } from '@nestjs/core';
import { ThrottlerModule, ThrottlerStorage } from '@nestjs/throttler';
import { Type } from 'class-transformer';
import { IsEnum, IsInt, IsString, Max, Min, ValidateBy, ValidateIf } from 'class-validator';
import { type NextFunction, type Request, type Response, text } from 'express';
import { isInteger, parse, stringify } from 'lossless-json';

const { PORT, LAB_KEY, LAB_SECOND_KEY, LAB_LIMIT_PER_MINUTE, LAB_LIMIT_PER_DAY } = process.env;
const callers = new Map([
  [LAB_KEY, 'first'],
  [LAB_SECOND_KEY, 'second'],
]);

enum PetStatus {
  available = 'available',
  pending = 'pending',
  sold = 'sold',
}

const isInt64 = (value: unknown): boolean => typeof value === 'bigint' && BigInt.asIntN(64, value) === value;
const IsInt64 = (): PropertyDecorator => ValidateBy({ name: 'isInt64', validator: { validate: isInt64 } });
const IfSent = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined);

class NewPet {
  @IsString()
  name!: string;

  @IsInt64()
  categoryId!: bigint;

  @IfSent()
  @IsEnum(PetStatus)
  status?: PetStatus;
}

class ListQuery {
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit = 20;

  @IfSent()
  @IsEnum(PetStatus)
  status?: PetStatus;
}

interface Pet extends NewPet {
  id: bigint;
}

@Injectable()
class PetsService {
  readonly #pets: Pet[] = Array.from({ length: 131 }, (_, index) => ({
    id: BigInt(index + 1),
    name: `Pet ${index + 1}`,
    categoryId: BigInt(1 + (index % 5)),
    status: STATUSES[index % STATUSES.length],
  }));

  list({ limit, status }: ListQuery): Pet[] {
    return this.#pets.filter((pet) => status === undefined || pet.status === status).slice(0, limit);
  }

  find(id: string): Pet {
    const pet = this.#pets.find((one) => `${one.id}` === id);
    if (pet === undefined) throw new NotFoundException('There is no such pet');
    return pet;
  }

  add({ name, categoryId, status = PetStatus.available }: NewPet): Pet {
    const pet = { id: BigInt(this.#pets.length + 1), name, categoryId, status };
    this.#pets.push(pet);
    return pet;
  }
}

const { available, pending, sold } = PetStatus;
const STATUSES = [available, available, pending, available, available, sold, available, pending];

/** Nest writes JSON with JSON.stringify, which knows no bigint: the handlers write the text. */
@Controller('pets')
class PetsController {
  constructor(private readonly pets: PetsService) {}

  @Get()
  @Header('Content-Type', 'application/json')
  list(@Query() query: ListQuery): string | undefined {
    return stringify(this.pets.list(query));
  }

  @Post()
  @Header('Content-Type', 'application/json')
  add(@Body() pet: NewPet): string | undefined {
    return stringify(this.pets.add(pet));
  }

  @Get(':petId')
  @Header('Content-Type', 'application/json')
  @Header('Deprecation', '@1764892800')
  @Header('Sunset', 'Thu, 05 Dec 2030 00:00:00 GMT')
  find(@Param('petId') petId: string): string | undefined {
    return stringify(this.pets.find(petId));
  }
}

function sendError(response: Response, status: number, code: string, message: string): void {
  response.status(status).json({ code, message, status });
}

@Catch()
class ErrorFilter implements ExceptionFilter {
  catch(exception: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    if (exception instanceof HttpException)
      sendError(response, exception.getStatus(), exception.name, exception.message);
    else sendError(response, 500, 'InternalServerError', 'Internal server error');
  }
}

@Module({
  imports: [ThrottlerModule.forRoot([])],
  controllers: [PetsController],
  providers: [
    PetsService,
    { provide: APP_PIPE, useValue: new ValidationPipe({ whitelist: true, transform: true }) },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
})
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: ['error'], bodyParser: false });
app.setGlobalPrefix('v1');

/**
 * Guards stand behind the parser and only before routes, and the ThrottlerGuard counts each handler by itself: middleware counts
 * whatever comes, once for each caller.
 */
const storage = app.get<ThrottlerStorage>(ThrottlerStorage);
const limits = [
  { name: 'minute', ttl: 60_000, limit: Number(LAB_LIMIT_PER_MINUTE) },
  { name: 'day', ttl: 24 * 60 * 60_000, limit: Number(LAB_LIMIT_PER_DAY) },
];
app.use(async (request: Request, response: Response, next: NextFunction) => {
  const [, key] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? [];
  const caller = callers.get(key);
  for (const { name, ttl, limit } of limits) {
    const counted = await storage.increment(`${name} ${caller ?? request.ip}`, ttl, limit, 0, name);
    const seconds = counted.isBlocked ? counted.timeToBlockExpire : counted.timeToExpire;
    if (name === 'minute' || counted.isBlocked) {
      response.set('X-RateLimit-Limit', `${limit}`);
      response.set('X-RateLimit-Remaining', `${Math.max(0, limit - counted.totalHits)}`);
      response.set('X-RateLimit-Reset', `${Math.ceil(Date.now() / 1_000) + seconds}`);
    }
    if (counted.isBlocked) {
      response.set('Retry-After', `${seconds}`);
      return sendError(response, 429, 'RateLimited', 'Too many requests');
    }
  }
  if (caller !== undefined) return next();
  response.set('WWW-Authenticate', 'Bearer');
  sendError(response, 401, 'Unauthorized', 'Missing or invalid API key');
});

/** JSON.parse rounds integers beyond 2^53: numbers are read as they are written. The pipe takes nothing but objects. */
const parseExactly = (body: string): unknown => {
  try {
    return parse(body, null, (digits) => (isInteger(digits) ? BigInt(digits) : Number(digits)));
  } catch {
    return undefined;
  }
};
app.use(text({ type: () => true }));
app.use((request: Request, response: Response, next: NextFunction) => {
  if (request.method !== 'POST') return next();
  request.body = parseExactly(request.body);
  if (typeof request.body === 'object' && request.body !== null) return next();
  sendError(response, 400, 'InvalidJson', 'The body is not a JSON object');
});
app.use((error: { status?: number }, request: Request, response: Response, next: NextFunction) => {
  if (response.headersSent) return next(error);
  sendError(response, error.status ?? 500, 'InvalidRequest', 'The request is not valid');
});
await app.listen(Number(PORT), '127.0.0.1');
