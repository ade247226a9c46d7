<?php

declare(strict_types=1);

use Bundlewire\Api\BatchesApi;
use Bundlewire\Api\PurchasesApi;
use Bundlewire\Api\StatementsApi;
use Bundlewire\Configuration;
use Bundlewire\Model\ApprovalEvent;
use Bundlewire\Model\BatchEvent;
use Bundlewire\Model\CreatePurchase;
use Bundlewire\Model\PurchaseEvent;
use Bundlewire\ObjectSerializer;
use GuzzleHttp\Client;

// Guzzle from the include path, and the generated classes as its composer.json maps them.
require 'GuzzleHttp/autoload.php';
spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Bundlewire\\')) {
        require __DIR__ . '/bundlewire/lib/' . str_replace('\\', '/', substr($class, 11)) . '.php';
    }
});

$configuration = (new Configuration())
    ->setHost(getenv('BASE_URL'))
    ->setAccessToken(getenv('API_KEY'));
$http = new Client();
$purchases = new PurchasesApi($http, $configuration);
$batches = new BatchesApi($http, $configuration);
$reference = getenv('REFERENCE');

$purchase = $purchases->createPurchase(new CreatePurchase([
    'reference' => $reference,
    'phone_number' => getenv('PHONE_NUMBER'),
    'bundle_id' => getenv('BUNDLE_ID'),
]));
$price = $purchase->getPrice();
echo "bought {$purchase->getReference()} {$purchase->getStatus()} {$price->getAmount()} {$price->getCurrency()}\n";

while ($purchase->getStatus() === 'pending') {
    usleep(200_000);
    $purchase = $purchases->getPurchase($purchase->getId());
}
echo "read {$purchase->getReference()} {$purchase->getStatus()}\n";

$batch = $batches->createBatch(reference: "$reference-campaign", file: new SplFileObject(getenv('CAMPAIGN')));
while ($batch->getStatus() !== 'completed') {
    usleep(200_000);
    $batch = $batches->getBatch($batch->getId());
}
echo "campaign {$batch->getReference()} {$batch->getStatus()} {$batch->getCounts()->getSuccessful()}\n";

$statement = (new StatementsApi($http, $configuration))->getStatement(getenv('DATE'));
$funding = $statement->getTotals()->getFunding()->getAmount();
echo "statement {$statement->getDate()->format('Y-m-d')} {$statement->getStatus()} $funding\n";

foreach (glob(getenv('WEBHOOKS') . '/*') as $path) {
    $body = json_decode(file_get_contents($path));
    $class = match (explode('.', $body->type)[0]) {
        'approval' => ApprovalEvent::class,
        'batch' => BatchEvent::class,
        'purchase' => PurchaseEvent::class,
    };
    $event = ObjectSerializer::deserialize($body, $class);
    $subject = $event->getData()->getObject();
    $name = $event instanceof ApprovalEvent ? $subject->getId() : $subject->getReference();
    echo "webhook {$event->getType()} $name {$subject->getStatus()}\n";
}
