#include "runtime/simpler/simpler_plan_runner.h"

#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/file_system.h"
#include "runtime/distributed/plan_run.h"
#include "runtime/simpler/rank_exchange.h"
#include "runtime/simpler/rank_group.h"
#include "runtime/simpler/shared_memory.h"

namespace pto::run {
namespace {

// A directory of this process's own, for the file through which ranks find each other.
class MeetingPlace {
  public:
    MeetingPlace() {
        const char* parent = getenv("TMPDIR");
        directory_ = std::string(parent != nullptr && *parent != '\0' ? parent : "/tmp") + "/pto-replay-XXXXXX";
        if (mkdtemp(directory_.data()) == nullptr) {
            ThrowSystem(ErrorKind::kToolchain, directory_, "cannot be made", errno, "set TMPDIR");
        }
    }
    ~MeetingPlace() {
        std::error_code ignored;
        std::filesystem::remove_all(directory_, ignored);
    }
    MeetingPlace(const MeetingPlace&) = delete;
    MeetingPlace& operator=(const MeetingPlace&) = delete;

    std::string file() const { return directory_ + "/ranks"; }

  private:
    std::string directory_;
};

class SimplerPlanRunner : public Runner {
  public:
    SimplerPlanRunner(const Manifest& manifest, const Entry& entry, const RunnerOptions& options)
        : plan_(PlanOf(manifest, entry)),
          remedy_(RerecordPlan(manifest)),
          options_(options),
          exchange_(plan_.device_ids.size(), plan_.dispatches.size()) {
        for (const PlanStorage& storage : plan_.storages) {
            memories_.emplace_back(storage.bytes);
            storages_.push_back(memories_.back().data());
        }
        task_ = std::make_unique<RankTask>(
            RankTask{manifest, plan_, options_, exchange_, storages_, meeting_place_.file()});
        ranks_ = std::make_unique<RankGroup>(*task_);
    }

    void Place(const std::vector<Argument>& arguments) override {
        CheckPlanArguments(plan_, arguments, remedy_);
        FillStorages(plan_, storages_, arguments);
        ranks_->Order(RankOrder::kReset);
    }
    void Reset(const std::vector<Argument>& arguments) override {
        RefillStorages(plan_, storages_, arguments, changed_);
        ranks_->Order(RankOrder::kReset);
    }
    std::vector<size_t> FindChangedInputs(const std::vector<Argument>& arguments) override {
        LookAtStorages(plan_, storages_, arguments, changed_);
        return changed_.All();
    }
    void Execute() override { ranks_->Order(RankOrder::kRun); }
    void Fetch(std::vector<Argument>& arguments) override { FetchStorages(plan_, storages_, arguments); }

  private:
    Plan plan_;
    ChangedInputs changed_;
    std::string remedy_;
    RunnerOptions options_;
    MeetingPlace meeting_place_;
    RankExchange exchange_;
    std::vector<SharedMemory> memories_;
    std::vector<uint8_t*> storages_;
    std::unique_ptr<RankTask> task_;
    std::unique_ptr<RankGroup> ranks_;
};

}  // namespace

std::unique_ptr<Runner> CreateSimplerPlanRunner(const Manifest& manifest, const Entry& entry,
                                                const RunnerOptions& options) {
    return std::make_unique<SimplerPlanRunner>(manifest, entry, options);
}

}  // namespace pto::run
