import 'reflect-metadata';
import {
  type ArgumentsHost,
  Body,
  type CanActivate,
  Catch,
  Controller,
  type ExceptionFilter,
  type ExecutionContext,
  Get,
  HttpException,
  Injectable,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  Post,
  Query,
  UnauthorizedException,
  ValidationPipe,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, NestFactory } from '@nestjs/core';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import { Type } from 'class-transformer';
import { IsEnum, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import type { Request, Response } from 'express';

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

class NewPet {
  @IsString()
  name!: string;

  @IsInt()
  categoryId!: number;

  @IsOptional()
  @IsEnum(PetStatus)
  status?: PetStatus;
}

class ListQuery {
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit = 20;

  @IsOptional()
  @IsEnum(PetStatus)
  status?: PetStatus;
}

interface Pet extends NewPet {
  id: number;
}

@Injectable()
class PetsService {
  readonly #pets: Pet[] = Array.from({ length: 131 }, (_, index) => ({
    id: index + 1,
    name: `Pet ${index + 1}`,
    categoryId: 1 + (index % 5),
    status: STATUSES[index % STATUSES.length],
  }));

  list({ limit, status }: ListQuery): Pet[] {
    return this.#pets.filter((pet) => status === undefined || pet.status === status).slice(0, limit);
  }

  find(id: number): Pet {
    const pet = this.#pets.find((one) => one.id === id);
    if (pet === undefined) throw new NotFoundException(`There is no pet ${id}`);
    return pet;
  }

  add({ name, categoryId, status = PetStatus.available }: NewPet): Pet {
    const pet = { id: this.#pets.length + 1, name, categoryId, status };
    this.#pets.push(pet);
    return pet;
  }
}

const { available, pending, sold } = PetStatus;
const STATUSES = [available, available, pending, available, available, sold, available, pending];

@Controller('pets')
class PetsController {
  constructor(private readonly pets: PetsService) {}

  @Get()
  list(@Query() query: ListQuery): Pet[] {
    return this.pets.list(query);
  }

  @Post()
  add(@Body() pet: NewPet): Pet {
    return this.pets.add(pet);
  }

  @Get(':petId')
  find(@Param('petId', ParseIntPipe) petId: number): Pet {
    return this.pets.find(petId);
  }
}

type CallerRequest = Request & { caller?: string };

@Injectable()
class ApiKeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<CallerRequest>();
    const [scheme, key] = (request.headers.authorization ?? '').split(' ');
    request.caller = scheme === 'Bearer' ? callers.get(key) : undefined;
    if (request.caller === undefined) throw new UnauthorizedException('Missing or invalid API key');
    return true;
  }
}

@Injectable()
class CallerThrottlerGuard extends ThrottlerGuard {
  protected override async getTracker(request: CallerRequest): Promise<string> {
    return request.caller ?? request.ip ?? 'unknown';
  }
}

@Catch()
class ErrorFilter implements ExceptionFilter {
  catch(exception: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const status = exception instanceof HttpException ? exception.getStatus() : 500;
    const message = exception instanceof HttpException ? exception.message : 'Internal server error';
    const code = exception instanceof HttpException ? exception.name : 'InternalServerError';
    response.status(status).json({ code, message, status });
  }
}

@Module({
  imports: [
    ThrottlerModule.forRoot([
      { ttl: 60_000, limit: Number(LAB_LIMIT_PER_MINUTE) },
      { name: 'day', ttl: 24 * 60 * 60_000, limit: Number(LAB_LIMIT_PER_DAY) },
    ]),
  ],
  controllers: [PetsController],
  providers: [
    PetsService,
    { provide: APP_GUARD, useClass: ApiKeyGuard },
    { provide: APP_GUARD, useClass: CallerThrottlerGuard },
    { provide: APP_PIPE, useValue: new ValidationPipe({ whitelist: true, transform: true }) },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
})
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: ['error'] });
app.setGlobalPrefix('v1');
await app.listen(Number(PORT), '127.0.0.1');
