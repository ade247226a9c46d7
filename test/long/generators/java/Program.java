import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.BatchesApi;
import org.openapitools.client.api.PurchasesApi;
import org.openapitools.client.api.StatementsApi;
import org.openapitools.client.model.Approval;
import org.openapitools.client.model.ApprovalEvent;
import org.openapitools.client.model.Batch;
import org.openapitools.client.model.BatchEvent;
import org.openapitools.client.model.CreatePurchase;
import org.openapitools.client.model.Purchase;
import org.openapitools.client.model.PurchaseEvent;
import org.openapitools.client.model.Statement;

public final class Program {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(env("BASE_URL"));
    client.setRequestInterceptor(
        request -> request.setHeader("Authorization", "Bearer " + env("API_KEY")));

    buy(new PurchasesApi(client));
    runCampaign(new BatchesApi(client));

    Statement statement = new StatementsApi(client).getStatement(env("DATE"));
    System.out.printf(
        "statement %s %s %d%n",
        statement.getDate(), statement.getStatus(), statement.getTotals().getFunding().getAmount());

    readWebhooks(ApiClient.createDefaultObjectMapper());
  }

  private static void buy(PurchasesApi purchases) throws Exception {
    Purchase purchase =
        purchases.createPurchase(
            new CreatePurchase()
                .reference(env("REFERENCE"))
                .phoneNumber(env("PHONE_NUMBER"))
                .bundleId(env("BUNDLE_ID")));
    System.out.printf(
        "bought %s %s %d %s%n",
        purchase.getReference(),
        purchase.getStatus(),
        purchase.getPrice().getAmount(),
        purchase.getPrice().getCurrency());

    while (purchase.getStatus() == Purchase.StatusEnum.PENDING) {
      Thread.sleep(200);
      purchase = purchases.getPurchase(purchase.getId());
    }
    System.out.printf("read %s %s%n", purchase.getReference(), purchase.getStatus());
  }

  private static void runCampaign(BatchesApi batches) throws Exception {
    Batch batch =
        batches.createBatch(
            env("REFERENCE") + "-campaign",
            new File(env("CAMPAIGN")),
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null);
    while (batch.getStatus() != Batch.StatusEnum.COMPLETED) {
      Thread.sleep(200);
      batch = batches.getBatch(batch.getId());
    }
    System.out.printf(
        "campaign %s %s %d%n",
        batch.getReference(), batch.getStatus(), batch.getCounts().getSuccessful());
  }

  private static void readWebhooks(ObjectMapper mapper) throws Exception {
    List<Path> files;
    try (Stream<Path> found = Files.list(Path.of(env("WEBHOOKS")))) {
      files = found.sorted().collect(Collectors.toList());
    }
    for (Path file : files) {
      readWebhook(mapper, Files.readString(file));
    }
  }

  private static void readWebhook(ObjectMapper mapper, String body) throws Exception {
    String type = mapper.readTree(body).get("type").asText();
    switch (type.split("\\.")[0]) {
      case "purchase":
        Purchase purchase = mapper.readValue(body, PurchaseEvent.class).getData().getObject();
        printWebhook(type, purchase.getReference(), purchase.getStatus());
        break;
      case "batch":
        Batch batch = mapper.readValue(body, BatchEvent.class).getData().getObject();
        printWebhook(type, batch.getReference(), batch.getStatus());
        break;
      case "approval":
        Approval approval = mapper.readValue(body, ApprovalEvent.class).getData().getObject();
        printWebhook(type, approval.getId(), approval.getStatus());
        break;
      default:
        throw new IllegalArgumentException("unknown type of event: " + type);
    }
  }

  private static void printWebhook(String type, String name, Object status) {
    System.out.printf("webhook %s %s %s%n", type, name, status);
  }

  private static String env(String name) {
    return System.getenv(name);
  }
}
